import { expect, test } from 'bun:test'
import { coverPicture } from './cover'
import { makeProviderData } from './provider-data'

test('the fake data has each id and each cover once, and is the same for every caller', async () => {
  const providerData = makeProviderData()
  expect(makeProviderData()).toEqual(providerData)
  for (const service of ['comicvine', 'metron', 'mangadex', 'anilist'] as const) {
    for (const all of [providerData.series, providerData.series.flatMap((each) => each.issues)]) {
      const ids = all.flatMap((each) => each.ids[service] ?? [])
      expect(new Set(ids).size, service).toBe(ids.length)
    }
  }
  const comics = providerData.series.filter((each) => each.content_type === 'comic').flatMap((each) => each.issues)
  const pictures = await Promise.all(comics.slice(0, 20).map((issue) => coverPicture(issue.cover)))
  expect(new Set(pictures.map((bytes) => Bun.hash(bytes))).size).toBe(20)
  for (const bytes of pictures) expect([...bytes.slice(0, 3)]).toEqual([0xff, 0xd8, 0xff])
})
