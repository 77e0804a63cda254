/** What the documents of the API say about each call. Only the server imports this, so that no browser loads it. */
import type { allCalls } from './allCalls.ts'
import texts from './summaries.json' with { type: 'json' }

type Summaries = { readonly [G in keyof typeof allCalls]: { readonly [M in keyof (typeof allCalls)[G]]: string } }

/** A call without a summary does not compile. */
const summaries: Summaries = texts

/** @throws Error where the contract has no such call */
export const summaryOf = (group: string, name: string): string => {
  const found = (summaries as Readonly<Record<string, Readonly<Record<string, string>>>>)[group]?.[name]
  if (found === undefined) throw new Error(`The contract has no call ${group}.${name}`)
  return found
}
