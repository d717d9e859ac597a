import type { ProviderDescriptor } from './descriptor'

/** Limits as of api.mangadex.org/docs. */
export const mangadex = {
  label: 'MangaDex',
  tagName: 'MangaDex',
  serves: ['manga'],
  prefix: 'md-',
  storedId: /^md-([0-9a-f-]{36})$/,
  typedId: /^md-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i,
  typedPage: /^https?:\/\/mangadex\.org\/(?:title|manga)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i,
  seriesPage: (id: string) => `https://mangadex.org/title/${id}`,
  issuePage: (id: string) => `https://mangadex.org/chapter/${id}`,
  host: /\bmangadex\.org\b/i,
  fileIds: {
    series: 'mangadexTitle',
    issue: 'mangadexChapter',
    web: [
      ['mangadexChapter', /mangadex\.org\/chapter\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i],
      ['mangadexTitle', /mangadex\.org\/(?:title|manga)\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i],
    ],
  },
  listsIssues: true,
  creditsPerIssue: false,
  releases: { option: 'weekly_mangadex', weeksAhead: 1 },
  limits: { gapMs: 200, limitMs: 60_000 },
  seriesPerPass: 10_000,
  pictureHosts: ['uploads.mangadex.org'],
  options: {
    enabled: 'mangadex_enabled',
    addresses: ['mangadex_url', 'mangadex_covers_url'],
    credentials: [],
    secrets: [],
  },
  needs: null,
  page: {
    about: 'Manga by volume and chapter, with covers. Needs no key.',
    terms: 'language content rating safe suggestive adult',
  },
} as const satisfies ProviderDescriptor
