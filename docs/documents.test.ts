/** Checks the documents: every path in backticks and every link exists. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const PACKAGES = readdirSync(root, { withFileTypes: true })
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

/** Paths below one of our folders; placeholders such as `web/src/<noun>/` and globs are not paths. */
const pathsIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([\w./-]+)`/g)]
    .map(([, path = '']) => path)
    .filter(path => path.includes('/') && PACKAGES.includes(path.split('/')[0] ?? ''))

const linksIn = (text: string): readonly string[] => [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path)

test.each(documents)('%s names only paths that exist', document => {
  const text = readFileSync(join(root, document), 'utf8')
  const missing = [
    ...pathsIn(text).filter(path => !existsSync(join(root, path))),
    ...linksIn(text).filter(path => !existsSync(join(root, dirname(document), path))),
  ]
  expect(missing).toEqual([])
})
