import { MAX_RASTER_BYTES, type Raster } from '@greensward/contract'
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../api/index.ts'
import { DayInput } from '../../../ui/index.ts'
import { bytesText } from './bytesText.ts'
import classes from './RasterSheet.module.css'

export interface RasterSaid {
  readonly kind: Raster['kind']
  readonly title: string
  readonly attribution: string
  readonly takenOn: string | null
}

type RasterFormProps = {
  readonly onCancel: () => void
} & (
  | { readonly raster: Raster; readonly onSubmit: (said: RasterSaid) => Promise<void> }
  | { readonly raster?: undefined; readonly onSubmit: (said: RasterSaid, file: File) => Promise<void> }
)

/** A file is named for people: without its ending and its underscores. */
const titleOf = (fileName: string): string =>
  fileName
    .replace(/\.tiff?$/i, '')
    .replace(/[_-]+/g, ' ')
    .slice(0, 120)

/** Elevation models usually have such a file name. */
const kindOf = (fileName: string): Raster['kind'] =>
  /(^|[^a-z])(dem|dtm|dsm|dgm|elevation|height|lidar|mdt)([^a-z]|$)/i.test(fileName) ? 'dem' : 'orthophoto'

/** The description of a raster, and the file of a new one. */
export function RasterForm(props: RasterFormProps) {
  const { raster, onCancel } = props
  const { t } = useTranslation()
  const kindId = useId()
  const [file, setFile] = useState<File | null>(null)
  const [kind, setKind] = useState<Raster['kind']>(raster?.kind ?? 'orthophoto')
  const [title, setTitle] = useState(raster?.title ?? '')
  const [takenOn, setTakenOn] = useState(raster?.takenOn ?? '')
  const [attribution, setAttribution] = useState(raster?.attribution ?? '')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  const faultOf = ({ size }: File): string | null =>
    size > MAX_RASTER_BYTES ? t('rasters.tooLarge') : size === 0 ? t('rasters.emptyFile') : null
  const choose = (chosen: File | undefined): void => {
    if (chosen === undefined) return
    setError(faultOf(chosen))
    setFile(chosen)
    setKind(kindOf(chosen.name))
    if (title === '' || (file !== null && title === titleOf(file.name))) setTitle(titleOf(chosen.name))
  }
  const said: RasterSaid = {
    kind,
    title: title.trim(),
    attribution: attribution.trim(),
    takenOn: takenOn === '' ? null : takenOn,
  }
  const submit = async (): Promise<void> => {
    setBusy(true)
    setError(null)
    try {
      if (props.raster !== undefined) await props.onSubmit(said)
      else if (file !== null) await props.onSubmit(said, file)
    } catch (refused) {
      setError(errorText(refused))
    } finally {
      setBusy(false)
    }
  }
  const isReady = said.title !== '' && (raster !== undefined || (file !== null && faultOf(file) === null))
  return (
    <form
      className={classes.form}
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
    >
      {raster === undefined && (
        <>
          <FileDrop file={file} onChoose={choose} />
          <div>
            <span className={classes.label} id={kindId}>
              {t('rasters.kind')}
            </span>
            <SegmentedControl
              fullWidth
              aria-labelledby={kindId}
              value={kind}
              onChange={value => setKind(value as Raster['kind'])}
              data={(['orthophoto', 'dem'] as const).map(value => ({
                value,
                label: t(`rasters.kindNames.${value}`),
              }))}
            />
          </div>
        </>
      )}
      <TextInput
        label={t('rasters.name')}
        value={title}
        maxLength={120}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <DayInput
        isOptional
        label={t('rasters.takenOn')}
        description={t('rasters.takenOnHint')}
        value={takenOn}
        onChange={setTakenOn}
      />
      <TextInput
        label={t('rasters.attribution')}
        description={t('rasters.attributionHint')}
        value={attribution}
        maxLength={200}
        onChange={event => setAttribution(event.currentTarget.value)}
      />
      {error !== null && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" disabled={!isReady} loading={busy}>
          {raster === undefined ? t('rasters.upload') : t('common.save')}
        </Button>
      </div>
    </form>
  )
}

interface FileDropProps {
  readonly file: File | null
  readonly onChoose: (file: File | undefined) => void
}

function FileDrop({ file, onChoose }: FileDropProps) {
  const { t, i18n } = useTranslation()
  const fileId = useId()
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onChoose(event.dataTransfer.files[0])
  }
  return (
    <>
      <input
        id={fileId}
        className={classes.file}
        type="file"
        accept=".tif,.tiff,image/tiff"
        onChange={event => onChoose(event.currentTarget.files?.[0])}
      />
      <label
        className={classes.drop}
        htmlFor={fileId}
        data-over={over || undefined}
        onDragOver={event => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <IconPhotoUp size={28} stroke={1.75} aria-hidden />
        {file === null ? (
          <>
            <b>{t('rasters.choose')}</b>
            <span>{t('rasters.kindsOfFile')}</span>
          </>
        ) : (
          <>
            <b>{file.name}</b>
            <span>{bytesText(file.size, i18n.language)}</span>
          </>
        )}
      </label>
    </>
  )
}
