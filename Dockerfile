# Ringfence for linux/amd64 and linux/arm64: docs/operating.md#docker
#   docker build -t ringfence . && docker run -p 8080:8080 -p 1883:1883 -v ringfence:/data ringfence
# docker-compose.yml starts it with PostgreSQL and PostGIS; alone it keeps its data in the embedded database.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/bootstrap.mjs scripts/server_process.mjs scripts/
COPY db/embedded/postgis_files.ts db/embedded/
RUN node scripts/bootstrap.mjs install
COPY . .
RUN node scripts/bootstrap.mjs build \
  && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf tests web/screenshots docs/decisions scripts/fuzz scripts/bench scripts/release

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app /app
RUN mkdir /data && chown node:node /data
# As scripts/server_process.mjs starts it. No link that signs in: a browser is outside the container.
ENV DATA_DIR=/data MALLOC_ARENA_MAX=2 SIGN_IN_LINK=off
# The user node: as a number, so that Kubernetes sees that it is not root.
USER 1000:1000
VOLUME /data
# Pages and REST, MQTT, MQTT with TLS, device protocols over TCP (some over UDP too), OsmAnd.
EXPOSE 8080 1883 8883 5000-5027 5001-5027/udp 5055 \
  5034 5039 5046 5064 5086 5093 5094 5187 10110 \
  5034/udp 5039/udp 5046/udp 5064/udp 5086/udp 5093/udp 5094/udp 5187/udp 10110/udp
HEALTHCHECK --interval=30s --start-period=2m \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.HTTP_PORT || 8080) + '/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Reports under way are committed and acknowledged before it ends: give it ten seconds.
STOPSIGNAL SIGTERM
CMD ["node_modules/.bin/node", "--max-semi-space-size=16", "--external-memory-accounted-in-global-limit", "scripts/server/start.ts"]
