import { copyKeyAt } from '../kept/names'

/** What the worker does with a request. Everything else, above all the API, goes to the server untouched. */
export type WorkerRoute = 'page' | 'copy' | 'shell' | undefined

type Asked = { method: string; mode: string; url: string }

/** `origin` and `root`: of the worker's own scope. */
export function routeOf({ method, mode, url }: Asked, origin: string, root: string): WorkerRoute {
  const to = new URL(url)
  if (method !== 'GET' || to.origin !== origin) return undefined
  if (mode === 'navigate') return isPage(to.pathname, root) ? 'page' : undefined
  if (copyKeyAt(root, to.pathname)) return 'copy'
  return to.pathname.startsWith(`${root}/offline/`) ? 'shell' : undefined
}

/** Addresses of files and of the API may be opened as pages too: a download, a picture in a tab of its own. */
const isPage = (path: string, root: string) =>
  (path === root || path.startsWith(`${root}/`)) && !/^\/(api|opds|komga|assets)(\/|$)/.test(path.slice(root.length))

/** Replies of a proxy whose server is down. Panelkeep sends none of these for a page, and its own 503 as JSON. */
export const isFromProxy = ({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean =>
  isGateway(status) || (status === 503 && !headers.get('content-type')?.startsWith('application/json'))

const isGateway = (status: number) => status === 502 || status === 504 || (status >= 520 && status <= 530)

/** Whether the server does not answer. Status 0: the request failed. */
export const isSilent = ({ status, body }: { status: number; body: Record<string, unknown> }): boolean =>
  status === 0 || isGateway(status) || (status === 503 && body.detail === undefined)
