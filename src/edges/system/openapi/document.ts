import { API_KEY_ROUTES, CSRF_VALUE, isListedRoute, SIGNED_ROUTES, WITHOUT_SESSION } from '../../../base/auth/policy'
import { COOKIE } from '../../../base/auth/session'
import { publishedSchema, type Schema } from './schemas'

/** A route of the framework. */
export interface ApiRoute {
  method: string
  path: string
  hooks?: {
    params?: unknown
    query?: unknown
    body?: unknown
    response?: unknown
    detail?: { tags?: string[]; form?: Schema; paths?: readonly string[] }
  }
}

interface About {
  version: string
  /** The address of the API for the client. */
  server: string
}

const REFUSED = { $ref: '#/components/responses/Refused' }
const SAFE = ['GET', 'HEAD']

/** The OpenAPI 3.1 document of all routes, generated from their schemas. */
export function openapi(routes: readonly ApiRoute[], { version, server }: About): Schema {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) {
    if (!/^\/(?:api|opds)(?:\/|$)/.test(route.path) || route.method === 'ALL') continue
    for (const path of route.hooks?.detail?.paths ?? [route.path]) {
      const shown = path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}')
      paths[shown] = { ...paths[shown], [route.method.toLowerCase()]: operation({ ...route, path }) }
    }
  }
  const tags = [...new Set(routes.flatMap(({ hooks }) => hooks?.detail?.tags ?? []))].sort()
  return {
    openapi: '3.1.0',
    info: { title: 'Panelkeep', version, description: DESCRIPTION },
    servers: [{ url: server }],
    tags: tags.map((name) => ({ name })),
    paths: Object.fromEntries(Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1))),
    components: COMPONENTS,
  }
}

const DESCRIPTION =
  'Log in with POST /api/auth/login and send the cookie it sets. Whatever changes something needs the header X-Requested-With: ServiceFrontend as well. Some routes for reading take the API key in X-Api-Key instead; the catalog under /opds takes the login, or the key of a device, as HTTP Basic.'

function operation({ method, path, hooks = {} }: ApiRoute): Schema {
  const parameters = [...named(hooks.params, path, 'path'), ...named(hooks.query, path, 'query')]
  if (!SAFE.includes(method) && path.startsWith('/api')) parameters.push({ $ref: '#/components/parameters/Requested' })
  return {
    operationId: `${method.toLowerCase()}${path.replace('*', 'rest').replace(/[^a-zA-Z0-9]+/g, '_')}`,
    ...(hooks.detail?.tags ? { tags: hooks.detail.tags } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(hooks.body === undefined ? {} : { requestBody: body(hooks.body) }),
    ...(hooks.detail?.form ? { requestBody: form(hooks.detail.form) } : {}),
    responses: { ...replies(hooks.response), default: REFUSED },
    security: security(method, path),
  }
}

/** Parameters by name; path parameters without a schema are text. */
function named(schema: unknown, path: string, where: 'path' | 'query'): Schema[] {
  const { properties = {}, required = [] } = publishedSchema(schema) as {
    properties?: Record<string, Schema>
    required?: string[]
  }
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name).concat(path.endsWith('*') ? ['rest'] : [])
  const names = where === 'path' ? inPath : Object.keys(properties)
  return names.map((name) => ({
    name,
    in: where,
    required: where === 'path' || required.includes(name),
    schema: properties[name] ?? { type: 'string' },
  }))
}

function body(schema: unknown): Schema {
  const published = publishedSchema(schema)
  return {
    required: published.type === 'object' && Array.isArray(published.required),
    content: { 'application/json': { schema: published } },
  }
}

/** The body of a route that parses it itself. */
const form = (schema: Schema) => ({ required: true, content: { 'multipart/form-data': { schema } } })

function replies(response: unknown): Record<string, Schema> {
  const byStatus = Object.entries((response ?? {}) as Record<string, unknown>).filter(([status]) =>
    /^\d{3}$/.test(status),
  )
  if (byStatus.length > 0) return Object.fromEntries(byStatus.map(([status, schema]) => [status, reply(schema)]))
  const { ranges } = (response ?? {}) as { ranges?: boolean }
  return {
    200: reply(response),
    ...(ranges ? { 206: { ...reply(response), description: 'The requested range.' } } : {}),
  }
}

function reply(schema: unknown): Schema {
  const { published, media } = (schema ?? {}) as { published?: unknown; media?: readonly string[] }
  return {
    description: 'The requested data.',
    content: media
      ? Object.fromEntries(media.map((type) => [type, {}]))
      : { 'application/json': { schema: publishedSchema(published ?? schema) } },
  }
}

function security(method: string, path: string): Schema[] {
  if (isListedRoute(WITHOUT_SESSION, method, path)) return []
  // Or a signed address.
  const signed = isListedRoute(SIGNED_ROUTES, method, path) ? [{}] : []
  if (path.startsWith('/opds')) return [{ basic: [] }, { cookie: [] }, ...signed]
  if (signed.length > 0) return [{ cookie: [] }, ...signed]
  return isListedRoute(API_KEY_ROUTES, method, path) ? [{ cookie: [] }, { key: [] }] : [{ cookie: [] }]
}

const COMPONENTS = {
  securitySchemes: {
    cookie: { type: 'apiKey', in: 'cookie', name: COOKIE, description: 'Set by POST /api/auth/login.' },
    key: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'From Settings, API key.' },
    basic: { type: 'http', scheme: 'basic', description: 'The login, or its name with the key of a device.' },
  },
  parameters: {
    Requested: {
      name: 'X-Requested-With',
      in: 'header',
      required: true,
      schema: { type: 'string', const: CSRF_VALUE },
      description: 'Browsers let no other site send it.',
    },
  },
  responses: {
    Refused: {
      description: 'It was understood, and refused: `detail` says why.',
      content: {
        'application/json': {
          schema: { type: 'object', required: ['detail'], properties: { detail: { type: 'string' } } },
        },
      },
    },
  },
}
