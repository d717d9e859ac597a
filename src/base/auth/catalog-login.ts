import type { RequestSite } from '../http/origin'

/** Authentication for OPDS 1.0: how a reading app learns which login the catalog wants. */

export const LOGIN_TYPE = 'application/opds-authentication+json'
export const LOGIN_REL = 'http://opds-spec.org/auth/document'
export const LOGIN_PATH = '/opds/auth'

/** Only Basic is offered: some apps read the first flow and fail when they do not support it. */
export function loginDocument({ origin, root }: RequestSite) {
  const at = `${origin}${root}`
  return {
    id: `${at}${LOGIN_PATH}`,
    title: 'Panelkeep',
    description: 'Sign in with your Panelkeep login, or with any name and the key of a reading app.',
    links: [
      { rel: 'start', href: `${at}/opds`, type: 'application/atom+xml;profile=opds-catalog;kind=navigation' },
      { rel: 'icon', href: `${at}/favicon.ico`, type: 'image/x-icon' },
    ],
    authentication: [{ type: 'http://opds-spec.org/auth/basic', labels: { login: 'User name', password: 'Password' } }],
  }
}

/** The 401 for a client without a login. `detail` says what is wrong, the document beside it says how to log in. */
export function catalogLogin(site: RequestSite, detail: string): Response {
  const document = loginDocument(site)
  return new Response(JSON.stringify({ ...document, detail }), {
    status: 401,
    headers: {
      'Content-Type': LOGIN_TYPE,
      'Cache-Control': 'no-store',
      'WWW-Authenticate': 'Basic realm="Panelkeep", charset="UTF-8"',
      Link: `<${document.id}>; rel="${LOGIN_REL}"; type="${LOGIN_TYPE}"`,
    },
  })
}
