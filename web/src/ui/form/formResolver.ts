/** Checks a form by its schema; what is refused gets the text of the same code that the server would answer with. */
import { faultOf } from '@greensward/domain'
import { toNestErrors } from '@hookform/resolvers'
import type { FieldError, FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import type { z } from 'zod'
import { faultText } from '../../api/errorText.ts'

export const formResolver =
  <Input extends FieldValues, Output>(schema: z.ZodType<Output, Input>): Resolver<Input, unknown, Output> =>
  async (values, _context, options) => {
    const parsed = await schema.safeParseAsync(values, { reportInput: true })
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: Record<string, FieldError> = {}
    for (const issue of parsed.error.issues)
      errors[issue.path.join('.')] ??= { type: issue.code, message: faultText(faultOf(issue)) }
    return { values: {}, errors: toNestErrors(errors as FieldErrors<Input>, options) }
  }
