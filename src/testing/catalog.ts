import { child, childrenOf, parseXml, type XmlElement } from '../base/platform/xml'
import { LOGIN, type TestApp } from './app'
import { makeFile, makeIssues, makeSeries } from './make'

/** Shared by catalog tests: a comic, a manga, and a client that reads feeds like a reading app. */

export const BASIC = { Authorization: `Basic ${btoa(`${LOGIN.username}:${LOGIN.password}`)}` }

/** Fills the library with the comic and the manga of the tests. */
export function makeCatalog(open: TestApp) {
  const { db } = open
  makeSeries(db, { publisher: 'Northgate', year: 2019 })
  makeIssues(db, 'harbor', [
    { number: '2', title: 'Tide & <Storm>', writer: 'Ann Lee, Bo Ek', summary: '<p>Two &amp; two.</p><p>More.</p>' },
    { number: '10', release_date: '2020-03-04' },
    { number: '1', kind: 'annual' },
    { number: '11' },
  ])
  makeSeries(db, { comic_id: 'river', name: 'River Road', content_type: 'manga', reading_direction: 'rtl' })
  makeIssues(db, 'river', [
    { number: '1', unit: 'volume', issue_id: 'river-v1' },
    { number: '7', unit: 'chapter', issue_id: 'river-c7' },
  ])
  makeSeries(db, { comic_id: 'empty', name: 'Nothing Here', publisher: 'Rookery' })
  makeIssues(db, 'empty', [1])
  for (const [day, issue] of ['harbor-2', 'harbor-10', 'harbor-a1', 'river-c7', 'river-v1'].entries()) {
    makeFile(db, { issues: [issue], added_at: `2026-02-0${day + 1}T00:00:00.000Z` })
  }
  return readingApp(open)
}

/** A client that sends its login and reads XML. */
export function readingApp({ client }: TestApp) {
  const app = client(BASIC, '192.0.2.50')
  const feed = async (path: string): Promise<XmlElement> => {
    const reply = await app.get(path)
    const text = await reply.text()
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${text}`)
    if (!text.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<')) throw new Error(`${path} is no XML: ${text}`)
    return parseXml(text)
  }
  return { app, feed, titles: async (path: string) => titlesOf(await feed(path)) }
}

/** The text of the first child of that name; undefined when it is absent or blank. */
export const childText = (of: XmlElement | undefined, name: string) => child(of, name)?.text || undefined
export const entriesOf = (feed: XmlElement) => childrenOf(feed, 'entry')
export const titlesOf = (feed: XmlElement) => entriesOf(feed).map((entry) => childText(entry, 'title') ?? '')
export const linksOf = (of: XmlElement | undefined, rel: string) =>
  childrenOf(of, 'link').flatMap(({ attributes }) => (attributes.rel === rel ? [attributes] : []))
export const linkOf = (of: XmlElement | undefined, rel: string) => linksOf(of, rel)[0]
export const entryOf = (feed: XmlElement, title: string) =>
  entriesOf(feed).find((each) => childText(each, 'title') === title)
