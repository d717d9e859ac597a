/**
 * The one order of the folders (src/README.md): wings from left to right, and the folders of each. Imports point
 * left. The labels are those of the pictures, which a test compares.
 */
export const WINGS = {
  base: {
    about: 'what every feature depends on',
    folders: {
      refusal: 'refusals and their kinds',
      version: 'version and changes',
      platform: 'access to the machine',
      providers: 'facts about sources',
      formats: 'archives, documents',
      events: 'events for open pages',
      storage: 'SQLite, migrations',
      work: 'long work, timetable',
      http: 'requests and replies',
      config: 'options, config.ini',
      outbound: 'requests, transfers',
      activity: 'the timeline',
      llm: 'language models',
      auth: 'gate, sessions, keys',
      names: 'file and release names',
    },
  },
  library: {
    about: 'what Panelkeep keeps',
    folders: {
      series: 'series, issues, files',
      reading: 'progress, pages, sums',
      shelves: 'collections and ratings',
      filing: 'journal of file changes',
      metadata: 'sources, edits, covers',
      credits: 'people, characters, genres',
      tagging: 'ComicInfo, conversion',
      checks: 'what directories show',
      recognition: 'what a file is',
      unwanted: 'pages nobody wants',
    },
  },
  intake: {
    about: 'what comes into the library',
    folders: {
      acquisition: 'what may search',
      downloads: 'clients, queue, history',
      search: 'indexers, verdicts, grabs',
      imports: 'scans, review, inbox',
      processing: 'completed downloads',
    },
  },
  collecting: {
    about: 'what people do with a collection',
    folders: {
      bulk: 'many series at once',
      edits: 'tables of edits',
      arcs: 'story arcs',
      readlist: 'reading lists',
      weekly: 'releases by week',
      requests: 'what readers ask for',
      care: 'duplicates, damage, sizes',
      attention: 'what needs a decision',
      repair: 'mends rows, undoable',
      migration: 'moving in, and its undo',
    },
  },
  edges: {
    about: 'what people and programs meet',
    folders: {
      notify: 'notices, webhooks',
      dashboard: 'the first page',
      ai: 'assistant, helpers',
      opds: 'catalog, progress sync',
      komga: 'what reading apps speak',
      system: 'health, backups, updates',
      host: 'arguments, listener, tray',
      app: 'composition, routes, jobs',
    },
  },
} as const satisfies Record<string, { about: string; folders: Record<string, string> }>

/** `base/refusal`, `base/version` … `edges/app`, then the two files of a start. */
export const FOLDER_ORDER = [
  ...Object.entries(WINGS).flatMap(([wing, { folders }]) => Object.keys(folders).map((each) => `${wing}/${each}`)),
  'start',
  'main',
]
