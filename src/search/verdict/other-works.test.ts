import { describe, expect, test } from 'bun:test'
import { judge } from './judge'
import { targetOf, type WantedFacts } from './wanted'

/** What else than the comic itself a release is, and what its user reads about it. */

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
  judge(targetOf(wanted, {}), { title }, 2026).reasons.map(({ message }) => message)

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
  ])('%s is told: %s', (title, sentence) => expect(sentences(harbor, title)).toContain(sentence))

  test.each([
    ['Harbor Lights 007 (2016).cbz', harbor],
    ['Harbor Lights 007 (2016) (1920px) (1080p).cbz', harbor],
    ['Bluray Tales 007 (2016)', { ...harbor, series: 'Bluray Tales' }],
    ['Unabridged 007 (2016)', { ...harbor, series: 'Unabridged' }],
    ['Visual Novel 007 (2016)', { ...harbor, series: 'Visual Novel' }],
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
  ])('%s is a novel', (title) => expect(sentences(clouds, title)).toContain(NOVEL))

  test.each([
    'Clouds v06 (Digital) [Seven Seas] [Kobo].pdf',
    'Clouds v06 (Digital).epub',
    'Clouds v06 [Nobody] [Kobo]',
    '[moon] Clouds v06 [Seven Seas][moon]',
    'Clouds v06 + Omake',
  ])('%s is the volume', (title) => expect(sentences(clouds, title)).toEqual(['Matches volume 6']))

  test.each(['Clouds [Seven Seas][Kobo].pdf', 'Clouds c06 [Seven Seas] [Kobo]'])(
    '%s is no novel of a volume',
    (title) => expect(sentences(clouds, title)).not.toContain(NOVEL),
  )

  test('extras alone are not the volume', () =>
    expect(sentences(clouds, 'Clouds v06 Omake')).toContain('Extras, not the issue'))
})
