// Refuses every Node that package.json's `engines` does not name, with one line. `node --require` loads it before anything
// else, and each built program begins with it. It uses only syntax that the oldest Node can read.
{
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = major === 20 ? minor >= 19 : major === 22 ? minor >= 14 : major > 22;
  if (!isSupported) {
    process.stderr.write(
      `Wicked Integrations needs Node 22.14 or newer, or Node 20 from 20.19 on: this is ${process.version}.\n`,
    );
    process.exit(1);
  }
}
