import type { Books } from './books'
import { pageJson, type Rows } from './page'
import { bookJson } from './wire'

export const bookPage = (books: Books, rows: Rows<string>) =>
  pageJson({ ...rows, content: books.records(rows.content).map(bookJson) })
