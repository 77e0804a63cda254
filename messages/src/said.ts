/** A message to a person: a code of the catalogue, with the values for its text. */
import type { texts as english } from './errors/en.ts'
import type { fieldFaults } from './errors/fields.en.ts'
import type { planWarnings } from './errors/planWarnings.en.ts'
import type { whys } from './errors/whys.en.ts'

type Texts = typeof english
type Key = keyof Texts

type CodeOf<K extends string> = K extends `${infer C}_${string}` ? C : K
/** The names of the catalogue's texts, without the endings of their plurals and reasons. */
export type Code = CodeOf<Key>

/** The codes of what may be wrong with one field. */
export type FieldCode = CodeOf<keyof typeof fieldFaults>

/** The codes of what a plan falls short in. */
export type PlanWarningCode = keyof typeof planWarnings

/** The codes of what a mission's log keeps; the gate that a start met is also a refusal. */
export type WhyCode = CodeOf<keyof typeof whys> | 'gateShut'

/** Sought apart from the others: each code against each key is more than the compiler compares. */
type EndedKey = Extract<Key, `${string}_${string}`>
type TextOf<C extends Code> = Texts[Extract<C, Key> | Extract<EndedKey, `${C}_${string}`>]
type EndingOf<K, C extends string> = K extends `${C}_${infer Ending}` ? Ending : never
/** The reasons that have a text of their own. */
export type ReasonOf<C extends Code> = Exclude<EndingOf<EndedKey, C>, 'one' | 'other'>
type Gaps<T extends string> = T extends `${string}{{${infer Gap}}}${infer Rest}` ? Gap | Gaps<Rest> : never

/** A part is a text of its own within the text. */
export interface Said {
  readonly code: string
  readonly params: Readonly<Record<string, Param>>
}
export type Param = string | number | Said | readonly Said[]

/** Values for the placeholders of a code's text; `count` chooses its plural, and `reason` a text of its own. */
export type Params<C extends Code> = {
  readonly [Gap in Gaps<TextOf<C>> | ([ReasonOf<C>] extends [never] ? never : 'reason')]: Gap extends 'count'
    ? number
    : Gap extends 'reason'
      ? string
      : Param
}

/** Codes whose texts have no gaps. */
export type PlainCode = { [C in Code]: [keyof Params<C>] extends [never] ? C : never }[Code]

export type ParamsArgument<C extends Code> = [keyof Params<C>] extends [never] ? [] : [params: Params<C>]

export const said = <C extends Code>(code: C, ...[params]: ParamsArgument<C>): Said => ({ code, params: params ?? {} })
