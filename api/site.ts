import type { ApiConfig } from './context.ts'

/** What OpenAPI says of the whole. */
export const openapi = {
  openapi: '3.1.0',
  info: {
    title: 'Ringfence',
    version: '1',
    description:
      'GET reads, PUT creates, POST updates, DELETE deletes. Sign in at `user/signin` and send the token as ' +
      '`Authorization: Bearer …`. Times are UTC, lengths metres, speeds metres per second, headings degrees from north.',
  },
  components: { securitySchemes: { token: { type: 'http' as const, scheme: 'bearer', bearerFormat: 'JWT' } } },
  security: [{ token: [] }],
}

/** The page loads from this server only, and from the host of the map style where one is set. */
export function contentSecurity({ map_style_url }: ApiConfig) {
  const map = map_style_url ? [new URL(map_style_url).origin] : []
  const tiles = map_style_url ? ['https:'] : [] // a style may name any host for its tiles
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Mantine and MapLibre set styles on elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:', ...map, ...tiles],
      connectSrc: ["'self'", 'ws:', 'wss:', ...map, ...tiles],
      fontSrc: ["'self'", 'data:', ...map],
      workerSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'self'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
    },
  }
}
