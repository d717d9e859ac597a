import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Job {
  steps: { uses?: string; run?: string }[]
}

const root = join(import.meta.dir, '..')
const text = readFileSync(join(root, '.github/workflows/build.yml'), 'utf8')
const workflow = Bun.YAML.parse(text) as { env: { BUN_VERSION: string }; jobs: Record<string, Job> }
const steps = Object.values(workflow.jobs).flatMap((job) => job.steps)

test('the workflow builds with the Bun that the README names', () => {
  expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(`bun@${workflow.env.BUN_VERSION} run`)
})

test('its actions are pinned to a version', () => {
  const actions = steps.flatMap(({ uses }) => uses ?? [])
  expect(actions.length).toBeGreaterThan(3)
  for (const action of actions) expect(action).toMatch(/^actions\/[a-z-]+@v\d+\.\d+\.\d+$/)
})

test('it runs only existing scripts', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
  const named = steps.flatMap(({ run }) => [...(run ?? '').matchAll(/bun run ([a-z:]+)/g)].map(([, name]) => name))
  expect(named).toContain('release')
  for (const name of named) expect(Object.keys(scripts)).toContain(name!)
})
