// Part of `npm run check`: every text on a screen comes from the languages, every text that a screen asks for exists, and
// nothing that a person typed becomes markup.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sample quotes a template.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseSync } from 'vite'
import { texts as errorTexts } from '../messages/src/errors/en.ts'
import { root } from './install.mjs'

const SOURCE = join(root, 'web', 'src')
const TEXTS = join(SOURCE, 'i18n')

/** Names and signs that are the same in every language. */
const SAME_EVERYWHERE = ['Greensward', 'QGIS', 'min', 'µs']

/** Attributes whose text is shown, or read out by a screen reader. */
const SHOWN =
  /^(title|label|placeholder|description|alt|text|confirm|hint|caption|suffix|prefix|heading|aria-(label|description|valuetext|roledescription))$/

const MARKUP = /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b/

const keysOf = (tree, path) =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}.${key}`] : keysOf(value, `${path}.${key}`),
  )

const known = new Set([
  ...readdirSync(TEXTS, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && entry.name !== 'languages')
    .flatMap(({ name }) => keysOf(JSON.parse(readFileSync(join(TEXTS, name, 'en.json'), 'utf8')), name)),
  ...Object.keys(errorTexts).map(code => `errors.codes.${code}`),
])

/** The texts that an expression may evaluate to, as far as they are in the code. */
const textsOf = node => {
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

/** What a node shows to people by itself. */
const shownBy = node => {
  switch (node.type) {
    case 'JSXElement':
    case 'JSXFragment':
      return node.children.flatMap(child => (child.type === 'JSXText' ? [child.value] : textsOf(child)))
    case 'JSXAttribute':
      return node.name.type === 'JSXIdentifier' && SHOWN.test(node.name.name) ? textsOf(node.value) : []
    case 'CallExpression':
      return node.callee.object?.name === 'notify' ? node.arguments.flatMap(textsOf) : []
    default:
      return []
  }
}

const allShownBy = value =>
  typeof value !== 'object' || value === null
    ? []
    : [...(typeof value.type === 'string' ? shownBy(value) : []), ...Object.values(value).flatMap(allShownBy)]

/** Texts of two letters and more that a screen's code would show itself. */
const rawTexts = code =>
  allShownBy(parseSync('screen.tsx', code).program)
    .map(text => text.trim())
    .filter(text => /\p{L}{2}/u.test(text) && !SAME_EVERYWHERE.includes(text))

const missingKeys = code =>
  [...code.matchAll(/\bt\(\s*'([\w.-]+)'/g)]
    .map(([, key]) => key)
    .filter(key => !known.has(key) && !known.has(`${key}_other`))

// The check checks itself first: a parser that returns other nodes would find nothing.
const SAMPLE =
  "const a = <p title={b ? 'Raw title' : undefined}>Raw text {b || 'Raw else'}{t('no.key')}</p>; notify.done(`Raw ${a}`)"
const found = [...rawTexts(SAMPLE), ...missingKeys(SAMPLE)].sort().join(', ')
if (found !== 'Raw, Raw else, Raw text, Raw title, no.key') throw new Error(`Finds only: ${found}`)

const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter(name => /\.tsx?$/.test(name) && !name.includes('.test.'))
  .map(name => join(SOURCE, name))

const faults = files.flatMap(file => {
  const code = readFileSync(file, 'utf8')
  return [
    ...missingKeys(code).map(key => `no text has the key "${key}"`),
    ...(file.endsWith('.tsx') ? rawTexts(code).map(text => `"${text}" is not in the languages`) : []),
    ...(MARKUP.test(code) ? ['writes markup'] : []),
  ].map(fault => `${relative(root, file)}: ${fault}`)
})
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
