import type { ProviderDescriptor } from './descriptor'

/** Limits as of metron.cloud/docs. */
export const metron = {
  label: 'Metron',
  tagName: 'Metron',
  serves: ['comic'],
  prefix: 'metron-',
  storedId: /^metron-(\d+)$/,
  typedId: /^metron-(\d{1,12})$/,
  typedPage: /^https?:\/\/metron\.cloud\/series\/(\d{1,12})\b/i,
  keepsIdsOf: 'comicvine',
  seriesPage: (id: string) => `https://metron.cloud/series/${id}/`,
  issuePage: (id: string) => `https://metron.cloud/issue/${id}/`,
  arcs: {
    typedId: /^metron-((?:list-)?\d{1,12})$/,
    typedPage: /^https?:\/\/metron\.cloud\/arc\/(\d{1,12})\b/i,
  },
  host: /\bmetron\.cloud\b/i,
  fileIds: {
    series: 'metronSeries',
    issue: 'metronIssue',
    web: [
      ['metronIssue', /metron\.cloud\/(?:api\/)?issue\/(\d+)(?:\/|$)/i],
      ['metronSeries', /metron\.cloud\/(?:api\/)?series\/(\d+)(?:\/|$)/i],
    ],
    notes: [
      ['metronIssue', /\burn:metron:(?:issue:)?(\d+)/i],
      ['metronSeries', /\burn:metron:series:(\d+)/i],
    ],
  },
  listsIssues: true,
  creditsPerIssue: true,
  releases: { option: 'weekly_metron', weeksAhead: 4 },
  limits: { gapMs: 3000, budget: { questions: 5000, perMs: 86_400_000, of: 'all' }, limitMs: 60_000 },
  // One request per series and 5,000 requests a day: a library of 5,000 series takes five days.
  seriesPerPass: 1000,
  pictureHosts: ['static.metron.cloud'],
  options: {
    enabled: 'metron_enabled',
    addresses: ['metron_url'],
    credentials: [['metron_token'], ['metron_username', 'metron_password']],
    secrets: ['metron_token', 'metron_password'],
  },
  needs: { what: 'a token, or a user name and a password', named: 'the login', short: 'login' },
  page: {
    about: 'Newer comics with exact dates, covers and story arcs. Needs a free token or login.',
    terms: 'token login username password',
    key: {
      text: 'Create an account there and a token in its settings. User name and password work too.',
      link: 'Create an account at metron.cloud',
      href: 'https://metron.cloud/accounts/signup/',
    },
  },
} as const satisfies ProviderDescriptor
