/** A message to a person: a code of the catalogue, with the values for its text. */
import type { texts as english } from './errors/en.ts'
import type { fieldFaults } from './errors/fields.en.ts'
import type { planWarnings } from './errors/planWarnings.en.ts'

type Texts = typeof english
type Key = keyof Texts

type CodeOf<K extends string> = K extends `${infer C}_one` | `${infer C}_other` ? C : K
/** The names of the catalogue's texts, without the endings of their plurals. */
export type Code = CodeOf<Key>

/** The codes of what may be wrong with one field. */
export type FieldCode = CodeOf<keyof typeof fieldFaults>

/** The codes of what a plan falls short in. */
export type PlanWarningCode = keyof typeof planWarnings

type TextOf<C extends Code> = Texts[Extract<Key, C | `${C}_one` | `${C}_other`>]
type Gaps<T extends string> = T extends `${string}{{${infer Gap}}}${infer Rest}` ? Gap | Gaps<Rest> : never

/** A part is a text of its own within the text. */
export interface Said {
  readonly code: string
  readonly params: Readonly<Record<string, Param>>
}
export type Param = string | number | Said | readonly Said[]

/** Values for the placeholders of a code's text; `count` chooses its plural. */
export type Params<C extends Code> = {
  readonly [Gap in Gaps<TextOf<C>>]: Gap extends 'count' ? number : Param
}

/** Codes whose texts have no gaps. */
export type PlainCode = { [C in Code]: [Gaps<TextOf<C>>] extends [never] ? C : never }[Code]

export type ParamsArgument<C extends Code> = [Gaps<TextOf<C>>] extends [never] ? [] : [params: Params<C>]

export const said = <C extends Code>(code: C, ...[params]: ParamsArgument<C>): Said => ({ code, params: params ?? {} })
