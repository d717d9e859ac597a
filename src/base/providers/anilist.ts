import type { ProviderDescriptor } from './descriptor'

/** Limits as of docs.anilist.co. */
export const anilist = {
  label: 'AniList',
  tagName: 'AniList',
  serves: ['manga'],
  prefix: 'al-',
  storedId: /^al-(\d+)$/,
  typedId: /^al-(\d{1,12})$/,
  typedPage: /^https?:\/\/anilist\.co\/manga\/(\d{1,12})\b/i,
  seriesPage: (id: string) => `https://anilist.co/manga/${id}`,
  host: /\banilist\.co\b/i,
  fileIds: { series: 'anilist', web: [['anilist', /anilist\.co\/manga\/(\d+)/i]] },
  listsIssues: false,
  creditsPerIssue: false,
  limits: { gapMs: 2000, limitMs: 60_000 },
  seriesPerPass: 5000,
  pictureHosts: ['s4.anilist.co'],
  options: { enabled: 'anilist_enabled', addresses: ['anilist_url'], credentials: [], secrets: [] },
  needs: null,
  page: { about: 'Descriptions, credits and chapter counts of manga. Needs no key.', terms: 'manga' },
} as const satisfies ProviderDescriptor
