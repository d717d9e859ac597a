import { expect, test } from 'bun:test'
import { fakeHttp } from '../../testing/fakes/http'
import { Kavita } from './kavita'

test.each([
  ['the innermost of two library folders counts', '/manga', ['/library', '/library/A'], '/library/A/One/1.cbz', '/manga/One'],
  ['a folder beside the library is not part of it', '/manga', ['/library'], '/library2/A/1.cbz', '/library2/A'],
  ['a name that begins with dots is part of it', '/manga', ['/library'], '/library/..A/1.cbz', '/manga/..A'],
  ['the library folder itself is part of it', '/manga', ['/library'], '/library/1.cbz', '/manga'],
  ['a Kavita on Windows has its own separator', 'D:\\manga\\', ['/library'], '/library/A/B/1.cbz', 'D:\\manga\\A\\B'],
  ['equal paths need no folder', '', ['/library'], '/library/A/1.cbz', '/library/A'],
])('Kavita scans its own folder: %s', async (_what, kavita_folder, libraries, file, folder) => {
  const bodies: string[] = []
  const http = fakeHttp({
    async 'kavita.example'(request) {
      bodies.push(await request.text())
      return Response.json({ token: 'jwt' })
    },
  })
  const config = { get: (name: string) => ({ kavita_url: 'http://kavita.example', kavita_apikey: 'kavita-key', kavita_folder })[name] } as never
  const kavita = new Kavita({ http, config, libraries: () => libraries })
  const [message] = kavita.messages({ files: [file] } as never)
  expect(await kavita.send(message, new AbortController().signal)).toEqual({ ok: `Kavita looks into ${folder}.` })
  expect(JSON.parse(bodies[1]!)).toEqual({ apiKey: 'kavita-key', folderPath: folder })
}) // biome-ignore format: a table
