import type { Option } from './options'

const address = (of: string, standard: string) =>
  ({
    type: 'text',
    default: standard,
    pattern: /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#@]*)?$/,
    expects: `a whole address such as ${standard}`,
    about: `Address of ${of}; change it to ask a mirror or a proxy of your own.`,
  }) as const

/** Settings of the services that know comics and manga, and of what is done with what they say. */
export const metadataOptions = {
  comicvine_enabled: {
    section: 'CV',
    type: 'switch',
    default: true,
    about: 'Asks ComicVine about comics, once its key is set.',
  },
  comicvine_api: {
    section: 'CV',
    type: 'secret',
    default: '',
    about: 'Your API key of ComicVine, from comicvine.gamespot.com/api.',
  },
  comicvine_url: { section: 'CV', ...address('ComicVine', 'https://comicvine.gamespot.com/api') },
  metron_enabled: {
    section: 'Metron',
    type: 'switch',
    default: true,
    about: 'Asks Metron about comics, once a token or a login is set.',
  },
  metron_username: {
    section: 'Metron',
    type: 'text',
    default: '',
    about: 'Your user name at metron.cloud, when you have no token.',
  },
  metron_password: {
    section: 'Metron',
    type: 'secret',
    default: '',
    about: 'Your password at metron.cloud, when you have no token.',
  },
  metron_token: {
    section: 'Metron',
    type: 'secret',
    default: '',
    about: 'Your API token of metron.cloud; it is used in place of name and password.',
  },
  metron_url: { section: 'Metron', ...address('Metron', 'https://metron.cloud/api') },
  mangadex_enabled: {
    section: 'MangaDex',
    type: 'switch',
    default: true,
    about: 'Asks MangaDex about manga; it needs no key.',
  },
  mangadex_languages: {
    section: 'MangaDex',
    type: 'text',
    default: 'en',
    pattern: /^ *[a-z]{2,3}(?:-[a-z]{2,4})?(?: *, *[a-z]{2,3}(?:-[a-z]{2,4})?)* *$/,
    expects: 'languages such as en, pt-br',
    about: 'Languages whose chapters count, the dearest first.',
  },
  mangadex_content_rating: {
    section: 'MangaDex',
    type: 'text',
    default: 'safe,suggestive',
    pattern: /^ *(?:safe|suggestive|erotica|pornographic)(?: *, *(?:safe|suggestive|erotica|pornographic))* *$/,
    expects: 'some of safe, suggestive, erotica, pornographic',
    about: 'Which manga a search shows: safe, suggestive, erotica, pornographic.',
  },
  mangadex_url: { section: 'MangaDex', ...address('MangaDex', 'https://api.mangadex.org') },
  mangadex_covers_url: { section: 'MangaDex', ...address('the covers of MangaDex', 'https://uploads.mangadex.org') },
  anilist_enabled: {
    section: 'AniList',
    type: 'switch',
    default: true,
    about: 'Asks AniList about manga; it needs no key.',
  },
  anilist_url: { section: 'AniList', ...address('AniList', 'https://graphql.anilist.co') },
  metadata_order: {
    section: 'Metadata',
    type: 'text',
    default: 'comicvine,metron,mangadex,anilist',
    pattern: /^ *(?:comicvine|metron|mangadex|anilist)(?: *, *(?:comicvine|metron|mangadex|anilist))* *$/,
    expects: 'some of comicvine, metron, mangadex, anilist in your order',
    about: 'Whose word counts first where services differ; those not named come last.',
  },
  dbupdate_interval: {
    section: 'Scheduler',
    type: 'integer',
    default: 1440,
    least: -1,
    most: 525_600,
    about: 'Minutes between two rounds that bring your series up to date; 0 or less does so only when you ask.',
  },
  destination_dir: {
    section: 'General',
    type: 'folder',
    default: '',
    about: 'Folder that new comics get theirs in; empty takes the first of your comic folders.',
  },
  manga_destination_dir: {
    section: 'General',
    type: 'folder',
    default: '',
    about: 'Folder that new manga get theirs in; empty takes the first of your manga folders.',
  },
  autowant_all: {
    section: 'General',
    type: 'switch',
    default: false,
    about: 'Wants every issue of a series that you add, unless you say otherwise.',
  },
  autowant_upcoming: {
    section: 'General',
    type: 'switch',
    default: true,
    about: 'Wants the issues that come out after a series was added.',
  },
  annuals_on: {
    section: 'General',
    type: 'switch',
    default: true,
    about: 'Lists the annuals of a series with its issues.',
  },
} as const satisfies Record<string, Option>
