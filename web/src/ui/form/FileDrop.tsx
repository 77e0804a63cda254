import { IconFileImport } from '@tabler/icons-react'
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from './FileDrop.module.css'

interface FileDropProps {
  /** Which endings and types the chooser of the system offers. */
  readonly accept: string
  readonly title: string
  readonly kinds: string
  readonly icon?: ReactNode
  /** Takes the focus as soon as it is there. */
  readonly focused?: boolean
  /** Why the last file was not read. */
  readonly error?: string | null
  readonly onFile: (file: File | undefined) => void
}

/** Takes one file, chosen or dropped. */
export function FileDrop({ accept, title, kinds, icon, focused = false, error = null, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (focused) input.current?.focus()
  }, [focused])
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onFile(event.dataTransfer.files[0])
  }
  return (
    <>
      <label
        className={classes.drop}
        data-over={isOver || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {icon ?? <IconFileImport size={32} aria-hidden />}
        <b>{title}</b>
        <span>{kinds}</span>
        <input ref={input} type="file" accept={accept} onChange={event => onFile(event.currentTarget.files?.[0])} />
      </label>
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </>
  )
}
