import { describe, expect, test } from 'bun:test'
import { judgeRelease } from './judge'
import { targetOf, type WantedFacts } from './wanted'

/** What a release is instead of the comic, and what the user reads about it. */

const harbor: WantedFacts = {
  kind: 'comic',
  series: 'Harbor Lights',
  year: 2015,
  issue: '7',
  issue_date: '2016-02-10',
}
const clouds: WantedFacts = {
  kind: 'manga',
  series: 'Kumo no Hashi',
  year: 2014,
  unit: 'volume',
  issue: '6',
  volume_count: 12,
  aliases: ['Clouds'],
}
const sentences = (wanted: WantedFacts, title: string) =>
  judgeRelease(targetOf(wanted, {}), { title }, 2026).reasons.map(({ message }) => message)

describe('of an issue', () => {
  test.each([
    ['Harbor Lights 007 (2016) 1080p WEB-DL', 'Video'],
    ['Harbor Lights 007 (2016) Audiobook MP3', 'Audiobook or music'],
    ['Harbor Lights 007 (2016) [PS4]', 'Game'],
    ['Harbor Lights 007 (2016) [NSW]', 'Game'],
    ['Harbor Lights 007 Sampler (2016)', 'Sampler or preview, not the issue'],
    ['Harbor Lights 007 (2016) - Backup Story', 'Part of the issue, not all of it'],
    ['Harbor Lights 007 (2016) (Backup Stories)', 'Part of the issue, not all of it'],
    ['Harbor Lights 007 (2016) [B Story]', 'Part of the issue, not all of it'],
    ['Harbor Lights 007 (2016) [A Story]', 'Part of the issue, not all of it'],
    ['Harbor Lights 007 (2016) [Reprint]', 'Different publication: Reprint'],
    ['Harbor Lights 007 (2016) reprint', 'Different publication: reprint'],
    ['Harbor Lights 007 (2016) (Artbook)', 'Different publication: Artbook'],
    ['Harbor Lights S01E07 (2016)', 'Video'],
    ['Harbor Lights 007 Preview (2016)', 'Sampler or preview, not the issue'],
    ['Harbor Lights 007 Sketchbook (2016)', 'Different publication: Sketchbook'],
    ['Harbor Lights 007 - Low Tide reprint', 'Different publication: reprint'],
    ['Harbor Lights 7 by Anna Berg EPUB', 'Different publication: novel'],
  ])('%s is: %s', (title, sentence) => expect(sentences(harbor, title)).toContain(sentence))

  test.each([
    ['Harbor Lights 007 (2016).cbz', harbor],
    ['Harbor Lights 007 (2016) (1920px) (1080p).cbz', harbor],
    ['Bluray Tales 007 (2016)', { ...harbor, series: 'Bluray Tales' }],
    ['Unabridged 007 (2016)', { ...harbor, series: 'Unabridged' }],
    ['Visual Novel 007 (2016)', { ...harbor, series: 'Visual Novel' }],
    ['Harbor Preview 007 (2016)', { ...harbor, series: 'Harbor Preview' }],
    ['Harbor Backup Story 007 (2016)', { ...harbor, series: 'Harbor Backup Story' }],
    ['Tide 007 (2016) [Reprint]', { ...harbor, aliases: ['Harbor Reprint', 'Tide'] }],
    ['Harbor Lights v07 (2016) (Sketchbook)', { ...harbor, booktype: 'tpb' }],
    ['Harbor Lights 007 (2016).epub', harbor],
  ])('%s is the issue', (title, wanted) => expect(sentences(wanted, title)).toEqual(['Matches issue 7']))
})

describe('of a volume', () => {
  const NOVEL = 'Different publication: novel'

  test.each([
    'Clouds v06.epub',
    'Clouds v06 Pre-pub',
    'Clouds v06 [Seven Seas][Kobo].pdf',
    'Clouds v06 [Seven Seas] [Kobo]',
    'Clouds v05-06 [Seven Seas] [Kobo]',
    'Clouds v06 [Seven Seas] [moon]',
    'Clouds v06 [Seven Seas][Kobo] {r2}',
    'Clouds v06 by Anna Berg EPUB',
  ])('%s is a novel', (title) => expect(sentences(clouds, title)).toContain(NOVEL))

  test.each([
    'Clouds v06 (Digital) [Seven Seas] [Kobo].pdf',
    'Clouds v06 (Digital).epub',
    'Clouds v06 [Nobody] [Kobo]',
    '[moon] Clouds v06 [Seven Seas][moon]',
    'Clouds v06 + Omake',
    'Clouds v06 manga by Anna Berg EPUB',
    'Clouds v06 (Backup Stories)',
  ])('%s is the volume', (title) => expect(sentences(clouds, title)).toEqual(['Matches volume 6']))

  test.each(['Clouds [Seven Seas][Kobo].pdf', 'Clouds c06 [Seven Seas] [Kobo]'])(
    '%s is no novel of a volume',
    (title) => expect(sentences(clouds, title)).not.toContain(NOVEL),
  )

  test.each(['Clouds v06 Omake', 'Clouds v06 - Omake', 'Clouds v06 [Extra]'])(
    '%s is not the volume, but only extras',
    (title) => expect(sentences(clouds, title)).toContain('Extras, not the issue'),
  )

  test('extras in between have their own number, and packs and names may have them', () => {
    const chapter: WantedFacts = { ...clouds, unit: 'chapter', issue: '12.5' }
    expect(sentences(chapter, 'Clouds c012.5 Omake')).toEqual(['Matches chapter 12.5'])
    const packs: WantedFacts = { ...clouds, allow_packs: true, missing: ['6'] }
    expect(sentences(packs, 'Clouds v01-06 Omake')).toEqual(['Pack with 1 missing issue'])
    const named = { ...clouds, aliases: ['Clouds', 'Clouds Extra'] }
    expect(sentences(named, 'Clouds v06 Extra')).toEqual(['Matches volume 6'])
    expect(sentences(named, 'Clouds v06 Omake')).toEqual(['Extras, not the issue'])
  })

  test('an artbook is another edition, and an episode is not a video', () => {
    expect(sentences(clouds, 'Clouds v06 (Artbook)')).toEqual(['Different edition: artbook'])
    expect(sentences(clouds, 'Clouds S01E06')).not.toContain('Video')
  })
})

test('a wanted book may be named after a book about it', () => {
  const sketches: WantedFacts = { ...harbor, booktype: 'one-shot', issue: '1' }
  expect(sentences(sketches, 'Harbor Lights (2016) (Sketchbook)')).toEqual(['Matches issue 1'])
})
