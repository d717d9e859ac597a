/** How the rows of a query are shown: the noun for its rows, and the fields beside the subject. */
export type TableLook = {
  title: string
  /** The field with the subject of a row; left out for issues, series, arcs and lists, which have links. */
  subject?: string
  fields: readonly string[]
}

export const TABLES: Record<string, TableLook> = {
  search_series: { title: 'Series found', fields: ['Have', 'ComicPublisher', 'LatestDate'] },
  completion_filter: { title: 'Series by completeness', fields: ['Have', 'percent'] },
  series_with_gaps: { title: 'Series with gaps', fields: ['Have', 'MissingNumbers'] },
  series_by_publisher: { title: 'Series by publisher', fields: ['Have', 'ComicPublisher', 'LatestDate'] },
  series_by_year: { title: 'Series by year', fields: ['Have', 'ComicPublisher', 'LatestDate'] },
  issues_by_status: { title: 'Issues', fields: ['Status', 'ReleaseDate'] },
  series_issues: { title: 'Issues', fields: ['Status', 'ReleaseDate'] },
  recently_added: { title: 'Recently added', fields: ['DateAdded', 'ReleaseDate'] },
  download_history: { title: 'Downloads', fields: ['Status', 'DateAdded', 'Provider', 'Reason'] },
  why_missing: { title: 'Why it is missing', subject: 'About', fields: ['Says', 'At'] },
  library_overview: { title: 'Your library', subject: 'ContentType', fields: ['Series', 'Have'] },
  publishers: { title: 'Publishers', subject: 'ComicPublisher', fields: ['Have'] },
  reading_progress: { title: 'Your reading', fields: ['State', 'percent', 'ReadAt'] },
  series_progress: { title: 'Your reading', fields: ['State', 'percent', 'ReadAt'] },
  story_arcs: { title: 'Story arcs', fields: ['Have', 'SpanYears', 'Publisher'] },
  incomplete_arcs: { title: 'Incomplete story arcs', fields: ['Have', 'SpanYears', 'Publisher'] },
  arc_issues: { title: 'Issues of the story arc', fields: ['Status', 'IssueDate'] },
  reading_lists: { title: 'Reading lists', fields: ['Total', 'Read'] },
  reading_list_issues: { title: 'Issues of the reading list', fields: ['State', 'IssueDate'] },
  weekly_releases: { title: 'Releases of the week', fields: ['Status', 'ReleaseDate', 'ComicPublisher'] },
}

/** The headings of fields; other fields use their name as words. */
export const HEADINGS: Record<string, string> = {
  About: 'About',
  At: 'When',
  ComicPublisher: 'Publisher',
  ContentType: 'Kind',
  DateAdded: 'Added',
  Have: 'Owned',
  IssueDate: 'Date',
  LatestDate: 'Latest issue',
  MissingNumbers: 'Missing issues',
  percent: 'Share',
  ReadAt: 'Last read',
  ReleaseDate: 'Released',
  Says: 'Reason',
  SpanYears: 'Years',
  State: 'Read',
  Total: 'Issues',
}
