# Panelkeep in a container, built from source:
#
#   docker build -t panelkeep .
#   docker run -d -p 8090:8090 -v panelkeep:/data -v /your/comics:/comics panelkeep
#
# Its log shows the address and the setup token. To read /your/comics as their owner, add --user with the numbers of `id`.

FROM node:20-bookworm-slim AS build
ARG BUN_VERSION=1.4.5
RUN npm install --global "bun@${BUN_VERSION}"
WORKDIR /build
COPY package.json bun.lock ./
COPY stubs stubs
RUN bun install --frozen-lockfile
COPY . .
RUN bun run build

FROM debian:12-slim
LABEL org.opencontainers.image.title="Panelkeep" \
      org.opencontainers.image.description="A comic and manga library manager" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /build/dist/panelkeep /usr/local/bin/panelkeep
# Any user may write to /data, so that --user works; files of Panelkeep are readable by their owner only.
RUN echo docker > /usr/local/bin/panelkeep.package \
    && useradd --uid 1000 --home-dir /data --no-create-home --shell /usr/sbin/nologin panelkeep \
    && install --directory --mode 0777 /data
USER panelkeep
ENV HOME=/data PANELKEEP_DATA_DIR=/data
VOLUME /data
EXPOSE 8090
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["panelkeep", "--health"]
# From inside a container, every browser is on another machine.
ENTRYPOINT ["panelkeep", "--no-tray", "--no-browser", "--host", "0.0.0.0"]
