import { Database } from 'bun:sqlite'

/** Users who are added to copies of the sample databases. Ids and passwords are invented. */

export const KOMGA_OWNER = '0EYWTD6M0B4NM'
const AT = '2024-05-01 10:00:00'

/**
 * Adds to a sample of Komga: Kim, who sees up to 12 years, Lee, who sees nothing from 10 years on, and Max, who sees
 * one of the libraries. Each has read other pages of the first issues of two series.
 */
export function addKomgaUsers(path: string): void {
  change(path, (db) => {
    for (const [id, email, all, age, only] of [
      ['kim', 'kim@example.org', 1, 12, 1],
      ['lee', 'Lee: the second', 1, 10, 0],
      ['max', 'READER', 0, null, null],
    ] as const)
      db.run('INSERT INTO "USER" (ID, EMAIL, PASSWORD, SHARED_ALL_LIBRARIES, AGE_RESTRICTION, AGE_RESTRICTION_ALLOW_ONLY) VALUES (?, ?, \'x\', ?, ?, ?)', [id, email, all, age, only]) // biome-ignore format: one line
    db.run(`INSERT INTO USER_LIBRARY_SHARING SELECT 'max', ID FROM LIBRARY WHERE NAME = 'Comics'`)
    db.run(`INSERT INTO USER_ROLE VALUES ('lee', 'ADMIN')`)
    for (const [user, title, page] of [
      ['kim', 'Harbor Lights', 4],
      ['kim', 'Mothlight Academy', 3],
      ['lee', 'Harbor Lights', 9],
      ['max', 'Harbor Lights', 12],
    ] as const)
      db.run(
        `INSERT INTO READ_PROGRESS (BOOK_ID, USER_ID, PAGE, COMPLETED, READ_DATE, LAST_MODIFIED_DATE)
          SELECT b.ID, ?, ?, 0, ?, ? FROM BOOK b WHERE b.NAME LIKE ? AND b.NAME LIKE '%2' ORDER BY b.NAME LIMIT 1`,
        [user, page, AT, AT, `${title}%`],
      )
  })
}

/**
 * Adds to a sample of Kavita: Kim (id 2), who sees up to "Teen" and what has no rating, and Lee (id 3), who sees one of
 * the libraries. Kim has progress, a bookmark, a rating, a private list and a shared one; Lee has a shared list.
 */
export function addKavitaUsers(path: string): void {
  change(path, (db) => {
    for (const [id, name, age, unknown] of [
      [2, 'Kim', 8, 1],
      [3, 'Lee', -1, 0],
    ] as const) {
      // biome-ignore format: one line
      db.run('CREATE TEMP TABLE one AS SELECT * FROM AspNetUsers WHERE Id = 1')
      db.run('UPDATE one SET Id = ?, UserName = ?, AgeRestriction = ?, AgeRestrictionIncludeUnknowns = ?', [id, name, age, unknown]) // biome-ignore format: one line
      db.run('INSERT INTO AspNetUsers SELECT * FROM one')
      db.run('DROP TABLE one')
    }
    db.run('INSERT INTO AppUserLibrary VALUES (2, 1), (2, 2), (3, 1)')
    db.run(`INSERT INTO AppUserProgresses (AppUserId, ChapterId, Created, CreatedUtc, LastModified, LastModifiedUtc, LibraryId, PagesRead, SeriesId, TotalReads, VolumeId)
      VALUES (2, 2, '${AT}', '${AT}', '${AT}', '${AT}', 1, 7, 1, 0, 1)`)
    db.run(`INSERT INTO AppUserBookmark (AppUserId, ChapterId, Created, CreatedUtc, ImageOffset, LastModified, LastModifiedUtc, Page, SeriesId, VolumeId)
      VALUES (2, 2, '${AT}', '${AT}', 0, '${AT}', '${AT}', 5, 1, 1)`)
    db.run(`INSERT INTO AppUserRating (AppUserId, Created, CreatedUtc, HasBeenRated, LastModified, LastModifiedUtc, Rating, SeriesId)
      VALUES (2, '${AT}', '${AT}', 1, '${AT}', '${AT}', 2, 1)`)
    for (const [id, user, title, promoted] of [
      [11, 2, 'Kim reads', 0],
      [12, 2, 'For all', 1],
      [13, 3, 'For all', 1],
    ] as const) {
      // biome-ignore format: one line
      db.run(`INSERT INTO ReadingList (Id, AgeRating, AppUserId, CoverImageLocked, Created, CreatedUtc, EndingMonth, EndingYear, LastModified, LastModifiedUtc, NormalizedTitle, Promoted, StartingMonth, StartingYear, Title, TotalItemsAtImport)
        VALUES (?, 0, ?, 0, '', '', 0, 0, '', '', '', ?, 0, 0, ?, 0)`, [id, user, promoted, title]) // biome-ignore format: one line
      db.run('INSERT INTO ReadingListItem (ChapterId, "Order", ReadingListId, SeriesId, VolumeId) VALUES (2, 0, ?, 1, 1)', [id]) // biome-ignore format: one line
    }
  })
}

function change(path: string, work: (db: Database) => void): void {
  const db = new Database(path)
  try {
    db.run('PRAGMA journal_mode = DELETE')
    work(db)
  } finally {
    db.close()
  }
}
