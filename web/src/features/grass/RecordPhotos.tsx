/** The photos of one record: thumbnails in the list, and each one whole on a press. */
import { lateCalls } from '@greensward/contract/late'
import type { ZoneRecord } from '@greensward/domain'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { download, errorText, useAct } from '../../api/index.ts'
import { ConfirmDialog, ErrorState, IconButton, LoadingState, notify, Sheet } from '../../ui/index.ts'
import { useObjectUrl } from '../../ui/photo/useObjectUrl.ts'
import classes from './RecordPage.module.css'

interface RecordPhotosProps {
  readonly record: ZoneRecord
  /** What the photos are of, such as the value with its kind. */
  readonly text: string
  readonly mayRemove: boolean
}

type Size = 'whole' | 'thumbnail'

const usePicture = ({ id: recordId, zoneId: id }: ZoneRecord, photoId: string, size: Size, isShown = true) => {
  const query = useQuery({
    queryKey: ['recordPhoto', photoId, size],
    queryFn: () => download(lateCalls.zoneRecords.photo, { id, recordId, photoId }, { size }),
    enabled: isShown,
    // It never changes under its id.
    staleTime: Number.POSITIVE_INFINITY,
  })
  return { ...query, address: useObjectUrl(query.data) }
}

export function RecordPhotos({ record, text, mayRemove }: RecordPhotosProps) {
  const { t } = useTranslation()
  const [openAt, setOpenAt] = useState<number | null>(null)
  const { photos } = record
  const nameOf = (n: number): string => t('grass.record.photos.of', { n: n + 1, count: photos.length, text })
  return (
    <div className={classes.thumbs}>
      {photos.map(({ id }, n) => (
        <Thumbnail key={id} record={record} photoId={id} name={nameOf(n)} onOpen={() => setOpenAt(n)} />
      ))}
      {openAt !== null && photos.length > 0 && (
        <Viewer
          record={record}
          at={Math.min(openAt, photos.length - 1)}
          nameOf={nameOf}
          mayRemove={mayRemove}
          onTurn={setOpenAt}
          onClose={() => setOpenAt(null)}
        />
      )}
    </div>
  )
}

interface ThumbnailProps {
  readonly record: ZoneRecord
  readonly photoId: string
  readonly name: string
  readonly onOpen: () => void
}

/** Read once it comes into sight: a season may have hundreds of them. */
function Thumbnail({ record, photoId, name, onOpen }: ThumbnailProps) {
  const own = useRef<HTMLButtonElement>(null)
  const [isSeen, setSeen] = useState(!('IntersectionObserver' in globalThis))
  useEffect(() => {
    const shown = own.current
    if (isSeen || shown === null) return
    const watch = new IntersectionObserver(entries => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
    })
    watch.observe(shown)
    return () => watch.disconnect()
  }, [isSeen])
  const { address } = usePicture(record, photoId, 'thumbnail', isSeen)
  return (
    <button ref={own} type="button" className={classes.thumb} aria-label={name} onClick={onOpen}>
      {address !== undefined && <img src={address} alt="" />}
    </button>
  )
}

interface ViewerProps {
  readonly record: ZoneRecord
  readonly at: number
  readonly nameOf: (n: number) => string
  readonly mayRemove: boolean
  readonly onTurn: (at: number) => void
  readonly onClose: () => void
}

function Viewer({ record, at, nameOf, mayRemove, onTurn, onClose }: ViewerProps) {
  const { t } = useTranslation()
  const [isRemoving, setRemoving] = useState(false)
  const remove = useAct(lateCalls.zoneRecords.removePhoto, {
    changes: [lateCalls.zoneRecords.list, lateCalls.zoneRecords.latest],
  })
  const { photos } = record
  const photoId = photos[at]?.id ?? ''
  const removeNow = (): void =>
    remove.mutate(
      { params: { id: record.zoneId, recordId: record.id, photoId } },
      {
        onSuccess: () => {
          setRemoving(false)
          if (photos.length === 1) onClose()
        },
        onError: error => notify.failed(t('grass.record.photos.notRemoved'), error),
      },
    )
  const turn = (by: number): void => onTurn((at + by + photos.length) % photos.length)
  return (
    <Sheet
      opened
      onClose={onClose}
      title={nameOf(at)}
      footer={
        mayRemove && (
          <Button fullWidth variant="default" leftSection={<IconTrash size={20} />} onClick={() => setRemoving(true)}>
            {t('grass.record.photos.remove')}
          </Button>
        )
      }
    >
      <Whole key={photoId} record={record} photoId={photoId} name={nameOf(at)} />
      {photos.length > 1 && (
        <div className={classes.turn}>
          <IconButton label={t('grass.record.photos.previous')} onClick={() => turn(-1)}>
            <IconChevronLeft size={24} />
          </IconButton>
          <IconButton label={t('grass.record.photos.next')} onClick={() => turn(1)}>
            <IconChevronRight size={24} />
          </IconButton>
        </div>
      )}
      <ConfirmDialog
        opened={isRemoving}
        title={t('grass.record.photos.remove')}
        text={t('grass.record.photos.removeText')}
        confirm={t('common.delete')}
        busy={remove.isPending}
        onConfirm={removeNow}
        onClose={() => setRemoving(false)}
      />
    </Sheet>
  )
}

function Whole({ record, photoId, name }: Omit<ThumbnailProps, 'onOpen'>) {
  const { address, error, refetch } = usePicture(record, photoId, 'whole')
  if (address !== undefined) return <img className={classes.whole} src={address} alt={name} />
  return error === null ? <LoadingState /> : <ErrorState error={errorText(error)} onRetry={() => void refetch()} />
}
