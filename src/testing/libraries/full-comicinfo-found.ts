import { parseXml, type XmlElement } from '../../base/platform/xml'
import type { IssueFacts } from '../../library/metadata/providers/provider'
import type { FullComic } from './full-comicinfo'

/** What of a full ComicInfo is found again, by interface. Each function returns what is missing, as words. */

const ROLES = {
  Writer: 'Writer',
  Penciller: 'Penciller',
  Inker: 'Inker',
  Colorist: 'Colorist',
  Letterer: 'Letterer',
  CoverArtist: 'CoverArtist',
  Editor: 'Editor',
  Translator: 'Translator',
} as const

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const pad = (number: string | undefined) => String(number).padStart(2, '0')
const named = (names: readonly string[], facts: Record<string, [unknown, unknown]>) => [
  ...names,
  ...Object.entries(facts).flatMap(([name, [found, wanted]]) =>
    same(found, wanted) ? [] : [`${name}: ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`],
  ),
]

export interface FoundIssue {
  facts: IssueFacts
  issue: { number: string }
}

export function missingInIssue({ facts, issue }: FoundIssue, { texts, lists, pages }: FullComic): string[] {
  const people = Object.entries(ROLES).flatMap(([element, role]) =>
    lists[element]!.filter(
      (name) => !facts.credits?.some((credit) => credit.name === name && credit.roles.includes(role)),
    ).map((name) => `${role} ${name}`),
  )
  const [names, places] = [texts.StoryArc!.split(', '), texts.StoryArcNumber!.split(', ')]
  const date = `${texts.Year}-${pad(texts.Month)}-${pad(texts.Day)}`
  return named(people, {
    Title: [facts.title, texts.Title],
    Number: [issue.number, texts.Number],
    AlternateSeries: [facts.alternate?.series, texts.AlternateSeries],
    AlternateNumber: [facts.alternate?.number, texts.AlternateNumber],
    AlternateCount: [facts.alternate?.count, Number(texts.AlternateCount)],
    Summary: [facts.summary, texts.Summary!.trim()],
    Notes: [facts.notes, texts.Notes],
    Date: [facts.release_date, date],
    Genre: [facts.genres, lists.Genre],
    Tags: [facts.tags, lists.Tags],
    Web: [facts.links, lists.Web],
    LanguageISO: [facts.language, texts.LanguageISO],
    Format: [facts.format, texts.Format],
    BlackAndWhite: [facts.black_and_white, texts.BlackAndWhite === 'Yes'],
    Manga: [facts.manga, texts.Manga],
    Characters: [facts.characters, lists.Characters],
    Teams: [facts.teams, lists.Teams],
    Locations: [facts.locations, lists.Locations],
    MainCharacterOrTeam: [facts.main_character, texts.MainCharacterOrTeam],
    ScanInformation: [facts.scan_information, texts.ScanInformation],
    StoryArc: [facts.arcs, names.map((name, at) => ({ name, number: places[at] }))],
    SeriesGroup: [facts.series_groups, [texts.SeriesGroup]],
    AgeRating: [facts.age_rating, texts.AgeRating],
    CommunityRating: [facts.community_rating, Number(texts.CommunityRating)],
    Review: [facts.review, texts.Review],
    GTIN: [facts.upc ?? facts.isbn, texts.GTIN],
    Pages: [
      facts.page_marks,
      pages
        .filter(({ type, double, bookmark }) => type !== 'Story' || double || bookmark)
        .map(({ image, type, double, bookmark }) => ({
          page: image,
          ...(type && type !== 'Story' ? { type } : {}),
          ...(double ? { double } : {}),
          ...(bookmark ? { bookmark } : {}),
        })),
    ],
  })
}

/** The fields that describe the series. */
export function missingInSeries(fields: readonly { field: string; value: unknown }[], { texts, lists }: FullComic) {
  const value = (name: string) => fields.find(({ field }) => field === name)?.value
  return named([], {
    Series: [value('name'), texts.Series],
    Volume: [value('volume'), Number(texts.Volume)],
    Publisher: [value('publisher'), texts.Publisher],
    Imprint: [value('imprint'), texts.Imprint],
    LanguageISO: [value('language'), texts.LanguageISO],
    Genre: [value('genres'), lists.Genre],
    SeriesGroup: [value('series_groups'), [texts.SeriesGroup]],
  })
}

interface Manifest {
  metadata: Record<string, unknown> & {
    subject: (string | { name: string })[]
    belongsTo: { series: { name: string; position?: number }; collection?: { name: string }[] }
  }
}

/** Of what OPDS 2.0 has a place for. */
export function missingInManifest({ metadata }: Manifest, { texts, lists }: FullComic): string[] {
  const subjects = metadata.subject.map((each) => (typeof each === 'string' ? each : each.name))
  const about = [...lists.Genre!, ...lists.Tags!, ...lists.Characters!, ...lists.Teams!, ...lists.Locations!]
  const collections = metadata.belongsTo.collection?.map(({ name }) => name)
  const covers = (metadata.contributor as { name: string; role: string }[] | undefined)
    ?.filter(({ role }) => role === 'cov')
    .map(({ name }) => name)
  return named(
    about.filter((word) => !subjects.includes(word)).map((word) => `subject ${word}`),
    {
      author: [metadata.author, lists.Writer],
      penciler: [metadata.penciler, lists.Penciller],
      inker: [metadata.inker, lists.Inker],
      colorist: [metadata.colorist, lists.Colorist],
      letterer: [metadata.letterer, lists.Letterer],
      editor: [metadata.editor, lists.Editor],
      translator: [metadata.translator, lists.Translator],
      contributor: [covers?.toSorted(), lists.CoverArtist!.toSorted()],
      publisher: [metadata.publisher, texts.Publisher],
      imprint: [metadata.imprint, texts.Imprint],
      language: [metadata.language, texts.LanguageISO],
      description: [metadata.description, texts.Summary!.trim()],
      position: [metadata.belongsTo.series.position, Number(texts.Number)],
      collection: [collections, [...texts.StoryArc!.split(', '), texts.SeriesGroup]],
    },
  )
}

/**
 * What a written document lost of the one before: elements and attributes, also those outside the schema. Added text
 * is no loss.
 */
export function lostInDocument(before: string, after: string): string[] {
  return lost(parseXml(before), parseXml(after), '')
}

function lost(before: XmlElement, after: XmlElement, path: string): string[] {
  const here = `${path}/${before.name}`
  const attributes = Object.entries(before.attributes).flatMap(([name, value]) =>
    after.attributes[name] === value ? [] : [`${here}@${name}: ${after.attributes[name]} instead of ${value}`],
  )
  const text = after.text.includes(before.text) ? [] : [`${here}: ${after.text} instead of ${before.text}`]
  // Pages have a number; other elements of one name are compared in their order.
  const keyOf = ({ name, attributes: { Image = '' } }: XmlElement) => `${name} ${Image}`
  const byKey = Map.groupBy(after.children, keyOf)
  const children = before.children.flatMap((child) => {
    const other = byKey.get(keyOf(child))?.shift()
    return other ? lost(child, other, here) : [`${here}/${child.name} is gone`]
  })
  return [...attributes, ...text, ...children]
}
