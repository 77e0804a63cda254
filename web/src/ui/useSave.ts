import { useState } from 'react'
import { notify } from './notify.tsx'
import { saveFile } from './saveFile.ts'

interface Saving {
  readonly isSaving: boolean
  /** @returns whether the browser has the file */
  readonly save: (file: Promise<Blob>, name: string) => Promise<boolean>
}

/** A file of the server for the downloads of the browser. @param failed the title of what is shown where it does not come */
export function useSave(failed: string): Saving {
  const [isSaving, setIsSaving] = useState(false)
  return {
    isSaving,
    save: async (file, name) => {
      setIsSaving(true)
      try {
        saveFile(await file, name)
        return true
      } catch (error) {
        notify.failed(failed, error)
        return false
      } finally {
        setIsSaving(false)
      }
    },
  }
}
