const LONGEST = 60

/** The app and the machine that a request names, such as `KMReader on iPad`; the first word for an unknown form. */
export function agentName(request: Request): string {
  const agent = request.headers.get('user-agent')?.trim() ?? ''
  if (/tachiyomi|mihon/i.test(agent)) return 'Mihon'
  if (/komelia/i.test(agent)) return 'Komelia'
  const [, app = '', machine] = /^([^/(]+)(?:\/[^\s(]*)?\s*(?:\(([^;)]*))?/.exec(agent) ?? []
  const name = app.trim() === '' ? 'Reading app' : app.trim()
  return (machine && name === 'KMReader' ? `${name} on ${machine.trim()}` : name).slice(0, LONGEST)
}
