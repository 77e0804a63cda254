/** A password typed twice, for the forms of people who are not in yet. */
import { fieldFault, password } from '@greensward/domain'
import { z } from 'zod'

/** Adds both fields to a form and refuses it while they differ. */
export const withRepeatedPassword = <S extends z.ZodRawShape>(fields: S) =>
  z.object({ ...fields, password, repeatPassword: z.string() }).refine(
    values => {
      const typed = values as { readonly password: string; readonly repeatPassword: string }
      return typed.password === typed.repeatPassword
    },
    {
      path: ['repeatPassword'],
      message: fieldFault('repeatPassword'),
      // Said also while another field is refused.
      when: () => true,
    },
  )
