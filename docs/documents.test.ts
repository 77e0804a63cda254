/** Documents are kept true: every path that one names in backticks or a link is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ROOMS = readdirSync(root, { withFileTypes: true })
  .filter(entry => entry.isDirectory())
  .map(({ name }) => name)
const documents = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...['docs', 'docs/adr'].flatMap(folder =>
    readdirSync(join(root, folder))
      .filter(name => name.endsWith('.md'))
      .map(name => `${folder}/${name}`),
  ),
]

/** Paths below one of our rooms; placeholders such as `web/src/<noun>/` and globs are no paths. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter(path => path.includes('/') && ROOMS.includes(path.split('/')[0] ?? ''))

const linksIn = (text: string): readonly string[] => [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)

test.each(documents)('every path that %s names is there', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const missing = [
    ...pathsIn(text).filter(path => !existsSync(join(root, path))),
    ...linksIn(text).filter(path => !existsSync(join(root, dirname(document), path))),
  ]
  expect(missing).toEqual([])
})
