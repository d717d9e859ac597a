# Panelkeep in a container, for those who want it there:
#
#   docker build -t panelkeep .
#   docker run -d -p 8090:8090 -v panelkeep:/data -v /your/comics:/comics panelkeep
#
# The address and the setup token stand in its log. Whoever owns /your/comics: add --user with the numbers `id` says.

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
# Anybody may write, so that --user takes any number; what Panelkeep puts in is for its owner alone.
RUN echo docker > /usr/local/bin/panelkeep.package \
    && useradd --uid 1000 --home-dir /data --no-create-home --shell /usr/sbin/nologin panelkeep \
    && install --directory --mode 0777 /data
USER panelkeep
ENV HOME=/data PANELKEEP_DATA_DIR=/data
VOLUME /data
EXPOSE 8090
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["panelkeep", "--health"]
# Other machines manage it: inside a container everybody is another machine.
ENTRYPOINT ["panelkeep", "--no-tray", "--no-browser", "--host", "0.0.0.0"]
