import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { texts as catalogue } from '@greensward/messages/errors/en'
import i18next from 'i18next'
import { type ESTree, parseSync } from 'vite'
import { expect, test } from 'vitest'

const HERE = import.meta.dirname
const SOURCE = join(HERE, '..')
const LANGUAGES = ['en', 'de', 'es'] as const

const leavesOf = (tree: object, path = ''): readonly (readonly [key: string, text: string])[] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${path}${key}`, value] as const] : leavesOf(value as object, `${path}${key}.`),
  )

/** What mail says too: it stands where the server reads it as well. */
const SENTENCES = ['gate', 'notifications'].map(name => join(SOURCE, '..', '..', 'messages', 'src', name))

const features = readdirSync(HERE).filter(name => name !== 'languages' && statSync(join(HERE, name)).isDirectory())
const texts = (feature: string, language: string): ReadonlyMap<string, string> =>
  new Map(leavesOf(JSON.parse(readFileSync(resolve(HERE, feature, `${language}.json`), 'utf8'))))

const placeholders = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(match => match[1] ?? '').sort()

test.each([...features, ...SENTENCES])(
  'the texts of %s are complete in every language, with the same gaps to fill',
  feature => {
    const english = texts(feature, 'en')
    for (const language of LANGUAGES) {
      const other = texts(feature, language)
      expect([...other.keys()].sort()).toEqual([...english.keys()].sort())
      for (const [key, text] of other) {
        expect(text.trim(), `${feature}.${key} in ${language}`).not.toBe('')
        expect(placeholders(text), `${feature}.${key} in ${language}`).toEqual(placeholders(english.get(key) ?? ''))
      }
    }
  },
)

const sourceFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory()
      ? sourceFiles(join(folder, entry.name))
      : /\.tsx?$/.test(entry.name) && !entry.name.includes('.test.')
        ? [join(folder, entry.name)]
        : [],
  )

test('every text that a screen asks for by a whole key exists', () => {
  const known = new Set([
    ...features.flatMap(feature => [...texts(feature, 'en').keys()].map(key => `${feature}.${key}`)),
    ...Object.keys(catalogue).map(code => `errors.codes.${code}`),
  ])
  const missing = sourceFiles(SOURCE).flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/\bt\(\s*'([\w.-]+)'/g)]
      .map(match => match[1] ?? '')
      .filter(key => !known.has(key) && !known.has(`${key}_other`))
      .map(key => `${key} in ${file.slice(SOURCE.length + 1)}`),
  )
  expect(missing).toEqual([])
})

/** Names and signs that are the same in every language. */
const SAME_EVERYWHERE = ['Greensward', 'QGIS', 'min', 'µs']
/** Attributes whose text is shown, or read out by a screen reader. */
const SHOWN =
  /^(title|label|placeholder|description|alt|text|confirm|hint|caption|suffix|prefix|heading|aria-(label|description|valuetext|roledescription))$/

/** The texts that an expression may come to, as far as they stand in the code. */
const textsOf = (node: ESTree.Node | null): readonly string[] => {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return node.quasis.map(({ value }) => value.cooked ?? '')
    case 'ConditionalExpression':
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    case 'LogicalExpression':
      return [...(node.operator === '&&' ? [] : textsOf(node.left)), ...textsOf(node.right)]
    case 'BinaryExpression':
      return [...textsOf(node.left), ...textsOf(node.right)]
    case 'JSXExpressionContainer':
      return textsOf(node.expression)
    default:
      return []
  }
}

const isNode = (value: unknown): value is ESTree.Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

/** What a node shows to people by itself. */
const shownBy = (node: ESTree.Node): readonly string[] => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.flatMap(child =>
        child.type === 'JSXText' ? [child.value] : child.type === 'JSXExpressionContainer' ? textsOf(child) : [],
      )
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' && SHOWN.test(node.name.name) ? textsOf(node.value) : []
    case 'CallExpression': {
      const { callee } = node
      const isNotice =
        callee.type === 'MemberExpression' && callee.object.type === 'Identifier' && callee.object.name === 'notify'
      return isNotice ? node.arguments.flatMap(textsOf) : []
    }
    default:
      return []
  }
}

const allShownBy = (value: unknown): readonly string[] =>
  typeof value !== 'object' || value === null
    ? []
    : [...(isNode(value) ? shownBy(value) : []), ...Object.values(value).flatMap(allShownBy)]

const rawTexts = (code: string): readonly string[] =>
  allShownBy(parseSync('screen.tsx', code).program)
    .map(text => text.trim())
    .filter(text => /\p{L}{2}/u.test(text) && !SAME_EVERYWHERE.includes(text))

test('a raw text is found wherever a screen would show it', () => {
  const code = `const a = <p title={b ? 'Raw title' : undefined}>Raw text {b || 'Raw else'}{t('a.key')}</p>; notify.done(\`Raw \${a}\`)`
  expect([...rawTexts(code)].sort()).toEqual(['Raw', 'Raw else', 'Raw text', 'Raw title'])
})

test('no screen shows a text that does not come from the languages', () => {
  const raw = sourceFiles(SOURCE)
    .filter(file => file.endsWith('.tsx'))
    .flatMap(file => rawTexts(readFileSync(file, 'utf8')).map(text => `${text} in ${file.slice(SOURCE.length + 1)}`))
  expect(raw).toEqual([])
})

test('shows typed text unchanged: never as markup, and never as an interface text', async () => {
  const asMarkup = sourceFiles(SOURCE).filter(file =>
    /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/.test(
      readFileSync(file, 'utf8'),
    ),
  )
  expect(asMarkup).toEqual([])
  const shown = i18next.createInstance()
  const translation = { title: 'Delete {{title}}?', secret: 'another text' }
  await shown.init({ lng: 'en', resources: { en: { translation } }, interpolation: { escapeValue: false } })
  for (const title of ['<b>&amp;</b>', '{{secret}}', '$t(secret)', '$1 $&', '__proto__'])
    expect(shown.t('title', { title })).toBe(`Delete ${title}?`)
})
