/** What a thing in a drawing is, by the words in its name, its attributes or its layer. */
import type { ZoneWord } from './importMeaning.ts'

export type Word = ZoneWord | 'water' | 'wood' | 'hole' | 'path' | 'wc' | 'width' | 'pin' | 'centreline'

/** Trees that stand together; a single tree is not a wood. */
const TREES = ['trees', 'treeline', 'bäume', 'baumreihe', 'baumgruppe', 'árboles', 'arboleda']

/** Words that people write into names of drawings, in the product's languages; each as the beginning of a word. */
const WORDS: readonly (readonly [word: Word, beginnings: readonly string[]])[] = [
  ['driving range', ['driving', 'range', 'übungswiese', 'prácticas']],
  ['bunker', ['bunker', 'sand', 'arenal']],
  ['water', ['water', 'pond', 'lake', 'wasser', 'teich', 'weiher', 'agua', 'lago', 'estanque']],
  ['wood', ['wood', 'forest', ...TREES, 'wald', 'gehölz', 'bosque']],
  ['path', ['path', 'cartpath', 'buggy', 'weg', 'camino', 'road']],
  ['wc', ['wc', 'toilet', 'toilette', 'aseo', 'baño']],
  ['width', ['width', 'breite', 'anchura']],
  ['centreline', ['centreline', 'centerline', 'mittellinie', 'spiellinie']],
  ['rough', ['rough', 'semirough']],
  ['fairway', ['fairway', 'calle', 'spielbahn']],
  ['tee', ['tee', 'teebox', 'teeing', 'abschlag', 'salida']],
  ['green', ['green', 'grün', 'putting']],
  ['pin', ['pin', 'cup', 'flag', 'fahne', 'bandera']],
  ['hole', ['hole', 'loch', 'hoyo', 'bahn', 'par']],
]

/** Too short to match the start of other words: teeth is not tee. */
const WHOLE = new Set(
  'tee wc sand weg lago lake road hole bahn loch range par width breite anchura pin cup flag fahne bandera'.split(' '),
)

export const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)

const beginningsOf = (wanted: Word): readonly string[] =>
  WORDS.flatMap(([word, beginnings]) => (word === wanted ? beginnings : []))

const isAny =
  (beginnings: readonly string[]) =>
  (word: string): boolean =>
    beginnings.some(beginning =>
      WHOLE.has(beginning) ? word === beginning || word === `${beginning}s` : word.startsWith(beginning),
    )

/** 'Tree line', 'tree_row' and 'tree_hole_7' are trees; 'Lone Tree' is the name of something else. */
const TREE = /(?<!\p{L})tree[\s_-]*(?:line|row|belt)s?(?!\p{L})|^\P{L}*tree[\s_-]*(?:hole)?\P{L}*$/giu
const withTrees = (text: string): string => text.replace(TREE, ' trees ')

export const wordIn = (text: string | undefined): Word | undefined => {
  if (text === undefined || text === '') return undefined
  const words = wordsOf(withTrees(text.slice(0, 200)))
  return WORDS.find(([, beginnings]) => words.some(isAny(beginnings)))?.[0]
}

/** What a line is that has a word for a wood in its name: a path through it, a row of trees, or something else. */
export const lineAtWood = (text: string): 'path' | 'trees' | undefined => {
  const words = wordsOf(withTrees(text.slice(0, 200))).filter(word => word !== '')
  if (words.some(isAny(beginningsOf('path')))) return 'path'
  const isNothingElse = words.every(isAny([...beginningsOf('wood'), ...beginningsOf('hole')]))
  return isNothingElse || words.some(isAny(TREES)) ? 'trees' : undefined
}
