/** The fault of one field, as a code of the catalogue: the same on the server and in the browser. */
import { type FieldCode, type Said, said } from '@greensward/messages'
import type { z } from 'zod'

/** Given to a check of zod in place of a sentence; the limits of the check fill the gaps of its text. */
export const fieldFault = (code: FieldCode): string => code

/** Sentences of zod's own hold spaces, so a lone word is a code of ours. */
const LONE_WORD = /^[a-z][A-Za-z]*$/

type Issue = z.core.$ZodIssue

const limitsOf = (issue: Issue): Said['params'] => {
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) }
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) }
  // A rule that passes on what another one found brings its limits along.
  if (issue.code === 'custom') return { ...issue.params }
  return {}
}

const TYPE_FAULTS = {
  string: 'notAText',
  number: 'notANumber',
  nan: 'notANumber',
  int: 'notWhole',
  bigint: 'notWhole',
  boolean: 'notYesOrNo',
  array: 'notAList',
  tuple: 'notAList',
  object: 'notAnObject',
  record: 'notAnObject',
  date: 'notAMoment',
} as const

const FORMAT_FAULTS = {
  email: 'notAnEmail',
  url: 'notAnAddress',
  datetime: 'notAMoment',
  uuid: 'notAnId',
  guid: 'notAnId',
  date: 'day',
  time: 'clockTime',
} as const

const named = <T extends object>(table: T, name: string): T[keyof T] | undefined =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined

const tooSmall = ({ origin, minimum, inclusive }: z.core.$ZodIssueTooSmall): Said => {
  const least = Number(minimum)
  if (origin === 'string') return least === 1 ? said('empty') : said('tooShort', { minimum: least })
  if (origin === 'array' || origin === 'set' || origin === 'map') return said('tooFew', { minimum: least })
  return inclusive === false ? said('notAbove', { minimum: least }) : said('tooSmall', { minimum: least })
}

const tooBig = ({ origin, maximum, inclusive }: z.core.$ZodIssueTooBig): Said => {
  const most = Number(maximum)
  if (origin === 'string') return said('tooLong', { maximum: most })
  if (origin === 'array' || origin === 'set' || origin === 'map') return said('tooMany', { maximum: most })
  return inclusive === false ? said('notBelow', { maximum: most }) : said('tooLargeNumber', { maximum: most })
}

const isOtherKind = ({ code }: Issue): boolean => code === 'invalid_type' || code === 'invalid_value'

/** Where the value is of the kind of one branch alone, what that one finds wrong is what is wrong. */
const faultInUnion = (issue: z.core.$ZodIssueInvalidUnion): Said => {
  const near = issue.errors.filter(branch => branch.length > 0 && !branch.some(isOtherKind))
  const [first] = near.length === 1 ? (near[0] ?? []) : []
  return first === undefined || first.path.length > 0
    ? said(issue.input === undefined ? 'required' : 'notAcceptable')
    : faultOf(first)
}

/** Needs issues that name their input (`reportInput`), to tell a missing value from one of a wrong type. */
export const faultOf = (issue: Issue): Said => {
  if (LONE_WORD.test(issue.message)) return { code: issue.message, params: limitsOf(issue) }
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? said('required') : said(named(TYPE_FAULTS, issue.expected) ?? 'wrongType')
    case 'too_small':
      return tooSmall(issue)
    case 'too_big':
      return tooBig(issue)
    case 'not_multiple_of':
      return issue.divisor === 1 ? said('notWhole') : said('notAStep', { step: issue.divisor })
    case 'invalid_format':
      return said(named(FORMAT_FAULTS, issue.format) ?? 'wrongFormat')
    case 'invalid_value':
      return issue.input === undefined
        ? said('required')
        : said('notOneOf', { list: issue.values.map(String).join(', ') })
    case 'unrecognized_keys':
      return said('unknownKey')
    case 'invalid_union':
      return faultInUnion(issue)
    default:
      return said(issue.input === undefined ? 'required' : 'notAcceptable')
  }
}
