import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestApp, testApp } from '../../../testing/app'
import { makeSeries } from '../../../testing/make'
import { OlderReleaseOptions } from './older-options'
import type { NameScore, NewRule, ReleaseRuleView } from './schema'
import { readRules } from './series-rules'

let folder: string
let app: TestApp
const start = async (text = '', settings = {}) => {
  app = await testApp({ folder, databasePath: join(folder, 'library.db'), text, settings })
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'panelkeep-rules-'))
})
afterEach(async () => {
  await app.close()
  rmSync(folder, { recursive: true, force: true })
})

const PATH = '/api/config/release-rules'
const all = async (query = '') =>
  (await app.reader.json<{ rules: ReleaseRuleView[] }>(200, app.reader.get(`${PATH}${query}`))).rules
const short = ({ match, text, scope, level, score }: ReleaseRuleView) => [match, text, scope, level, score].join(' ')
const add = async (rule: Partial<NewRule>, status = 200) =>
  app.reader.json<{ rule: ReleaseRuleView; detail: string }>(
    status,
    app.reader.post(PATH, { match: 'word', scope: 'all', level: 'score', score: 10, ...rule }),
  )
const config = () => app.reader.json<Record<string, unknown>>(200, app.reader.get('/api/config'))
const put = (body: unknown) => app.reader.json<{ ignored: string[] }>(200, app.reader.put('/api/config', body))

const OLD = '[SearchQuality]\nignore_search_words = webrip, Nuke , ,low quality\npreferred_quality = cbz\n'

describe('lists of earlier versions', () => {
  test('become rules at the start, once, and are removed from config.ini', async () => {
    await start(OLD)
    const moved = ['word webrip', 'word Nuke', 'word low quality'].map((rule) => `${rule} all must_not 0`)
    expect((await all()).map(short).sort()).toEqual([...moved, 'format cbz all score 10'].sort())
    expect([app.config.get('ignore_search_words'), app.config.get('preferred_quality')]).toEqual(['', 0])
    expect(await config()).toMatchObject({
      ignore_search_words: expect.stringContaining('webrip'),
      preferred_quality: 2,
    })
    expect(app.config.invalidValues()).toEqual([])
    await app.close()
    await start()
    expect(await all()).toHaveLength(4)
  })

  test('of an interrupted start are moved again without a copy, and rules deleted later stay deleted', async () => {
    await start(OLD)
    await app.close()
    await start(OLD)
    expect(await all()).toHaveLength(4)
    const [first] = await all()
    await app.reader.json(200, app.reader.delete(`${PATH}/${first?.rule_id}`))
    await app.close()
    await start()
    expect(await all()).toHaveLength(3)
  })

  test('leave an existing rule about the same text unchanged', async () => {
    await start()
    await add({ text: 'WEBRIP', score: 7 })
    await add({ match: 'format', text: 'cbz', level: 'must_not' })
    await app.close()
    await start(OLD)
    expect((await all()).map(short)).toContain('word WEBRIP all score 7')
    expect((await all()).map(short)).toContain('format cbz all must_not 0')
  })

  test('become rules though config.ini cannot be written', async () => {
    await start()
    const explain = (name: string) => ({ value: name === 'preferred_quality' ? 1 : 'webrip', source: 'config file' })
    const failing = { explain, save: () => Promise.reject(new Error('read-only')) } as never
    await new OlderReleaseOptions({ ...app.ports, db: app.db, config: failing }).move()
    expect((await all()).map(short)).toEqual(['word webrip all must_not 0', 'format cbr all score 10'])
    expect(app.log.join('\n')).toContain('older settings could not be removed from config.ini')
  })

  test.each([
    ['preferred_quality = cbz', 'format cbz all score 10'],
    ['ignore_search_words = webrip', 'word webrip all must_not 0'],
  ])('of which only one was set become one rule: %s', async (line, rule) => {
    await start(`[SearchQuality]\n${line}\n`)
    expect((await all()).map(short)).toEqual([rule])
  })

  test('from the environment become rules at each start', async () => {
    await start('', { ignore_search_words: 'webrip' })
    expect((await all()).map(short)).toEqual(['word webrip all must_not 0'])
  })
})

describe('the older names', () => {
  test('read and write the rules', async () => {
    await start()
    await put({ ignore_search_words: 'webrip, nuke', preferred_quality: 1 })
    expect((await all()).map(short).sort()).toEqual([
      'format cbr all score 10',
      'word nuke all must_not 0',
      'word webrip all must_not 0',
    ])
    await put({ ignore_search_words: 'NUKE, scan', preferred_quality: 2 })
    expect((await all()).map(short).sort()).toEqual([
      'format cbz all score 10',
      'word nuke all must_not 0',
      'word scan all must_not 0',
    ])
    expect(await config()).toMatchObject({ ignore_search_words: 'nuke, scan', preferred_quality: 2 })
    await put({ ignore_search_words: null, preferred_quality: 'any' })
    expect(await all()).toEqual([])
    expect((await app.reader.put('/api/config', { preferred_quality: 9 })).status).toBe(400)
  })

  test('saved unchanged change nothing', async () => {
    await start()
    await add({ match: 'format', text: 'cbz', score: 250 })
    await add({ text: 'nuke', level: 'must_not' })
    const before = JSON.stringify(await all())
    const { ignored } = await put(await config())
    expect(ignored).not.toContain('preferred_quality')
    expect(JSON.stringify(await all())).toBe(before)
  })

  test('leave rules unchanged that they cannot express', async () => {
    await start()
    makeSeries(app.db, {})
    await add({ text: 'scan', scope: 'series', comic_id: 'harbor', level: 'must_not' })
    await add({ text: 'raw', scope: 'manga', level: 'must_not' })
    await add({ match: 'format', text: 'cbz', score: 0 })
    expect(await config()).toMatchObject({ ignore_search_words: '', preferred_quality: 0 })
    await add({ text: 'hd', level: 'must' })
    await put({ ignore_search_words: '' })
    expect((await all()).map(short)).toEqual([
      'word raw manga must_not 0',
      'format cbz all score 0',
      'word hd all must 0',
      'word scan series must_not 0',
    ])
  })

  test('leave out texts without letters', async () => {
    await start()
    await put({ ignore_search_words: '!!, webrip' })
    expect((await all()).map(short)).toEqual(['word webrip all must_not 0'])
  })

  test('are not options of the page any more', async () => {
    await start()
    const keys = await app.reader.json<{ key: string }[]>(200, app.reader.get('/api/config/schema'))
    expect(keys.map(({ key }) => key)).not.toContain('ignore_search_words')
  })
})

describe('a rule', () => {
  test('is added, changed and deleted', async () => {
    await start()
    const { rule } = await add({ text: '  Zone   Empire ', match: 'group' })
    expect(rule).toMatchObject({ match: 'group', text: 'Zone Empire', scope: 'all', score: 10, series: null })
    const path = `${PATH}/${rule.rule_id}`
    await app.reader.json(200, app.reader.put(path, { level: 'must' }))
    expect((await all()).map(short)).toEqual(['group Zone Empire all must 0'])
    await app.reader.json(200, app.reader.put(path, { level: 'score', score: -25, scope: 'manga' }))
    expect((await all()).map(short)).toEqual(['group Zone Empire manga score -25'])
    app.events()
    await app.reader.json(200, app.reader.delete(path))
    expect(app.events()).toContainEqual({ type: 'config.changed', keys: ['release_rules'] })
    expect(await all()).toEqual([])
    expect((await app.reader.delete(path)).status).toBe(404)
    expect((await app.reader.put(path, { score: 1 })).status).toBe(404)
  })

  test.each<[Partial<NewRule>, number, string]>([
    [{ text: ' ' }, 400, 'The word must have letters or digits, 100 characters at most.'],
    [{ text: '!!' }, 400, 'The word must have letters or digits, 100 characters at most.'],
    [{ text: 'x'.repeat(101) }, 400, 'The word must have letters or digits, 100 characters at most.'],
    [{ text: 'a, b' }, 400, 'Add one rule for each word, without commas.'],
    [{ match: 'format', text: 'zip' }, 400, 'Unknown format zip. Use one of cbz, cbr, cb7, cbt, pdf, epub.'],
    [{ text: 'a', scope: 'series' }, 400, 'Choose the series of this rule.'],
    [{ text: 'a', scope: 'series', comic_id: 'nobody' }, 404, 'Series nobody is not in the library.'],
    [{ text: 'wébrip' }, 409, 'There is already a rule for the word Webrip.'],
  ])('%j is refused: %i', async (rule, status, detail) => {
    await start()
    await add({ text: 'Webrip' })
    expect((await add(rule, status)).detail).toBe(detail)
  })

  test.each([{ score: 1001 }, { score: 1.5 }, { level: 'never' }, { match: 'size' }, { scope: 'one' }, { text: 7 }])(
    'with invalid fields is refused: %j',
    async (body) => {
      await start()
      const rule = { match: 'word', text: 'a', scope: 'all', level: 'score', score: 1, ...body }
      expect((await app.reader.post(PATH, rule)).status).toBe(400)
    },
  )

  test('of a series outranks that of its kind, and that one for all', async () => {
    await start()
    makeSeries(app.db, {})
    makeSeries(app.db, { comic_id: 'kumo', name: 'Kumo', content_type: 'manga' })
    await add({ text: 'digital', score: 1 })
    await add({ text: 'Digital', score: 2, scope: 'comic' })
    const { rule } = await add({ text: 'DIGITAL', score: 3, scope: 'series', comic_id: 'harbor' })
    expect(rule.series).toBe('Harbor Lights')
    const scores = (comic_id: string | null, kind: 'comic' | 'manga') =>
      readRules(app.db.read)({ comic_id, kind }).scored.map(({ score }) => score)
    expect([
      scores('harbor', 'comic'),
      scores('other', 'comic'),
      scores('kumo', 'manga'),
      scores(null, 'manga'),
    ]).toEqual([[3], [2], [1], [1]])
    expect((await all('?comic_id=kumo')).map(short)).toEqual(['word digital all score 1'])
    expect(await all('?comic_id=harbor')).toHaveLength(3)
    expect((await app.reader.get(`${PATH}?comic_id=nobody`)).status).toBe(404)
  })

  test('of a series is deleted with it', async () => {
    await start()
    makeSeries(app.db, {})
    await add({ text: 'digital', scope: 'series', comic_id: 'harbor' })
    app.db.write((tx) => tx.run("delete from series where comic_id = 'harbor'" as never))
    expect(await all()).toEqual([])
  })
})

describe('the test of a name', () => {
  const TITLE = 'Harbor Lights 007 (2016) (Digital) (Zone-Empire).cbz'
  const tested = (body: object) =>
    app.reader.json<NameScore>(200, app.reader.post(`${PATH}/test`, { title: TITLE, ...body }))

  test('says what scores, what is blocked and what is missing', async () => {
    await start('[SearchQuality]\nminimum_score_comics = 20\n')
    makeSeries(app.db, {})
    expect(await tested({})).toEqual({
      group: 'Zone-Empire',
      format: 'cbz',
      score: 0,
      minimum: 20,
      result: 'manual',
      lines: [],
    })
    await add({ match: 'group', text: 'Empire', score: 25 })
    await add({ text: 'harbour', score: -3 })
    await add({ text: '2016', score: -5 })
    expect(await tested({})).toMatchObject({ score: 20, minimum: 20, result: 'accepted' })
    const [, , year] = await all()
    await app.reader.json(200, app.reader.delete(`${PATH}/${year?.rule_id}`))
    await add({ text: 'digital', score: -3 })
    expect(await tested({ kind: 'manga' })).toMatchObject({ score: 22, minimum: null, result: 'accepted' })
    const lines = [
      { level: 'score', score: 25, text: 'preferred group Empire +25' },
      { level: 'score', score: -3, text: 'unwanted word digital −3' },
    ]
    expect(await tested({ comic_id: 'harbor' })).toMatchObject({ score: 22, minimum: 20, result: 'accepted', lines })
    await add({ text: 'cbz', match: 'format', level: 'must_not', scope: 'series', comic_id: 'harbor' })
    await add({ text: 'hd', level: 'must' })
    expect(await tested({ comic_id: 'harbor' })).toMatchObject({
      result: 'rejected',
      lines: [
        { level: 'must_not', score: 0, text: 'Blocked format: CBZ' },
        { level: 'must', score: 0, text: 'Required word missing: hd' },
        ...lines,
      ],
    })
  })

  test('for an unknown series, or without one, is refused', async () => {
    await start()
    expect((await app.reader.post(`${PATH}/test`, { title: 'a', comic_id: 'nobody' })).status).toBe(404)
    expect((await app.reader.post(`${PATH}/test`, { title: '' })).status).toBe(400)
  })
})
