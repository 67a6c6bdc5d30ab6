# Build: all packages, most of which do not go into the image that runs. Nothing is compiled.
FROM node:24.21.0-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && node scripts/runtime-packages.js /runtime

# Run: Node, the bundle, and the few packages that stay out of it.
FROM node:24.21.0-slim
# SQLite writes large temporary files where the database is: a /tmp in memory would not hold them.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data SQLITE_TMPDIR=/data
WORKDIR /app
COPY --from=build /runtime/node_modules ./node_modules
COPY package.json ./
COPY LICENSE ./
COPY scripts ./scripts
COPY --from=build /app/build ./build
RUN mkdir /data && chown node:node /data && chmod 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# Before it listens, a start may upgrade a large database.
HEALTHCHECK --interval=10s --timeout=3s --start-period=1h \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/server/index.js"]
