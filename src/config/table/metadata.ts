import { address, folder, type OptionTable, onOff, secret, someOf, text, whole, YEAR_OF_MINUTES } from '../option'

const at = (section: string, of: string, standard: string) =>
  text(
    section,
    standard,
    `Address of ${of}`,
    `Address of ${of}; change it to ask a mirror or a proxy of your own.`,
    address(standard),
  )

/** Settings of the services that know comics and manga, and of what is done with what they say. */
export const metadataOptions = {
  comicvine_enabled: onOff('CV', true, 'Ask ComicVine', 'Asks ComicVine about comics, once its key is set.'),
  comicvine_api: secret('CV', 'Key of ComicVine', 'Your API key of ComicVine, from comicvine.gamespot.com/api.'),
  comicvine_url: at('CV', 'ComicVine', 'https://comicvine.gamespot.com/api'),
  ignored_publishers: text(
    'CV',
    '',
    'Publishers to leave out',
    'Publishers, separated by commas, whose comics no search for new series shows.',
  ),
  metron_enabled: onOff('Metron', true, 'Ask Metron', 'Asks Metron about comics, once a token or a login is set.'),
  metron_username: text('Metron', '', 'Name at Metron', 'Your user name at metron.cloud, when you have no token.'),
  metron_password: secret('Metron', 'Password at Metron', 'Your password at metron.cloud, when you have no token.'),
  metron_token: secret(
    'Metron',
    'Token of Metron',
    'Your API token of metron.cloud; it is used in place of name and password.',
  ),
  metron_url: at('Metron', 'Metron', 'https://metron.cloud/api'),
  mangadex_enabled: onOff('MangaDex', true, 'Ask MangaDex', 'Asks MangaDex about manga; it needs no key.'),
  mangadex_languages: text(
    'MangaDex',
    'en',
    'Languages of chapters',
    'Languages whose chapters count, the dearest first.',
    {
      pattern: /^ *[a-z]{2,3}(?:-[a-z]{2,4})?(?: *, *[a-z]{2,3}(?:-[a-z]{2,4})?)* *$/,
      expects: 'languages such as en, pt-br',
    },
  ),
  mangadex_content_rating: text(
    'MangaDex',
    'safe,suggestive',
    'Which manga a search shows',
    'Which manga a search shows: safe, suggestive, erotica, pornographic.',
    someOf(['safe', 'suggestive', 'erotica', 'pornographic']),
  ),
  mangadex_url: at('MangaDex', 'MangaDex', 'https://api.mangadex.org'),
  mangadex_covers_url: at('MangaDex', 'the covers of MangaDex', 'https://uploads.mangadex.org'),
  anilist_enabled: onOff('AniList', true, 'Ask AniList', 'Asks AniList about manga; it needs no key.'),
  anilist_url: at('AniList', 'AniList', 'https://graphql.anilist.co'),
  metadata_order: text(
    'Metadata',
    'comicvine,metron,mangadex,anilist',
    'Whose word counts',
    'Whose word counts first where services differ; those not named come last.',
    someOf(['comicvine', 'metron', 'mangadex', 'anilist'], ' in your order'),
  ),
  dbupdate_interval: whole(
    'Scheduler',
    [1440, -1, YEAR_OF_MINUTES],
    'minutes',
    'Ask for news',
    'Minutes between two rounds that bring your series up to date; 0 or less does so only when you ask.',
  ),
  destination_dir: folder(
    'General',
    'New comics',
    'Folder that new comics get theirs in; empty takes the first of your comic folders.',
  ),
  manga_destination_dir: folder(
    'General',
    'New manga',
    'Folder that new manga get theirs in; empty takes the first of your manga folders.',
  ),
  autowant_all: onOff(
    'General',
    false,
    'Want whole series',
    'Wants every issue of a series that you add, unless you say otherwise.',
  ),
  autowant_upcoming: onOff(
    'General',
    true,
    'Want what comes out',
    'Wants the issues that come out after a series was added.',
  ),
  annuals_on: onOff(
    'General',
    true,
    'Annuals',
    'Lists the annuals of a series with its issues, and searches for those that are wanted.',
  ),
} as const satisfies OptionTable
