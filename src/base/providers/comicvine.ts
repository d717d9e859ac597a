import type { ProviderDescriptor } from './descriptor'

/** Limits as of comicvine.gamespot.com/api. */
export const comicvine = {
  label: 'ComicVine',
  tagName: 'Comic Vine',
  serves: ['comic'],
  prefix: '',
  storedId: /^(\d+)$/,
  // 4050- and 4000- are ComicVine's own prefixes, for series and issues.
  typedId: /^(?:40[05]0-)?(\d{1,12})$/,
  typedPage: /^https?:\/\/comicvine\.gamespot\.com\/.*\b4050-(\d{1,12})/i,
  seriesPage: (id: string) => `https://comicvine.gamespot.com/volume/4050-${id}/`,
  issuePage: (id: string) => `https://comicvine.gamespot.com/issue/4000-${id}/`,
  arcs: {
    typedId: /^(?:4045-)?(\d{1,12})$/,
    typedPage: /^https?:\/\/comicvine\.gamespot\.com\/.*\b4045-(\d{1,12})/i,
  },
  host: /\bcomicvine\b/i,
  fileIds: {
    series: 'comicvineVolume',
    issue: 'comicvineIssue',
    web: [
      ['comicvineIssue', /comicvine\.gamespot\.com\/.{0,300}?\b4000-(\d+)/i],
      ['comicvineVolume', /comicvine\.gamespot\.com\/.{0,300}?\b4050-(\d+)/i],
      // Until 2013 ComicVine had an address of its own, with 37- for an issue and 49- for a volume.
      ['comicvineIssue', /\bcomicvine\.com\/.{0,300}?\b(?:37|4000)-(\d+)/i],
      ['comicvineVolume', /\bcomicvine\.com\/.{0,300}?\b(?:49|4050)-(\d+)/i],
    ],
    // `[CVDB123]`, `[CVDB:123]`, `cvid: 123`, `urn:comicvine:123` and `urn:comicvine:issue:123`.
    notes: [
      ['comicvineIssue', /\[?\bCVDB:?\s*(\d+)/i],
      ['comicvineIssue', /\bcvid\s{0,4}[:=]?\s{0,4}(\d+)/i],
      ['comicvineIssue', /\burn:comicvine:(?:issue:)?(?:4000-)?(\d+)/i],
      ['comicvineVolume', /\burn:comicvine:volume:(?:4050-)?(\d+)/i],
      ['comicvineVolume', /\bcomic\s?vine\b.{0,300}?\b4050-(\d+)/i],
    ],
  },
  listsIssues: true,
  creditsPerIssue: true,
  releases: { option: 'weekly_comicvine', weeksAhead: 4 },
  limits: { gapMs: 1000, budget: { questions: 200, perMs: 3_600_000, of: 'each resource' }, limitMs: 3_600_000 },
  // A hundred series per request: 100 requests show which of 10,000 series changed, and only those cost one more each.
  seriesPerPass: 10_000,
  pictureHosts: ['comicvine.gamespot.com'],
  options: {
    enabled: 'comicvine_enabled',
    addresses: ['comicvine_url'],
    credentials: [['comicvine_api']],
    secrets: ['comicvine_api'],
  },
  needs: { what: 'an API key', named: 'the API key', short: 'key' },
  page: {
    about: 'Nearly all comics, with issues, covers and credits. Needs a free API key.',
    terms: 'comic vine api key cv',
    key: {
      text: 'Create an account there; the page of the API shows your key.',
      link: 'Get a key at comicvine.gamespot.com',
      href: 'https://comicvine.gamespot.com/api/',
    },
  },
} as const satisfies ProviderDescriptor
