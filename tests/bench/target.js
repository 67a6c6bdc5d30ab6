// The target of the calls: the cheapest answer there is, as a process of its own.
import { createServer } from 'node:http';

const server = createServer((req, res) => {
  req.resume();
  res.writeHead(200, { 'Content-Type': 'application/json' });
  res.end('{"ok":true}');
});

// On every address of the loopback network.
server.listen(0, '0.0.0.0', () => {
  const address = server.address();
  process.send?.({ kind: 'listening', port: typeof address === 'object' ? address?.port : 0 });
});
