import type { Said } from '@greensward/messages'
import { codeText } from '../../../api/index.ts'

/** What a change of the map is called: in the reader's language, or as the person who made it wrote it. */
export const changeLabel = ({ label, said }: { readonly label: string; readonly said: Said | null }): string =>
  (said === null ? undefined : codeText(said)) ?? label
