import { calls } from '@greensward/contract'
import type { Dish } from '@greensward/domain'
import { Button, FileButton, Text } from '@mantine/core'
import { IconPhoto, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText, firstRefusal, invalidate, queryClient, upload, useAct } from '../../api/index.ts'
import { smallerPhoto } from '../../ui/photo/smallerPhoto.ts'
import { DishPhoto } from './DishPhoto.tsx'
import classes from './RestaurantPage.module.css'

interface PhotoFieldProps {
  readonly dish: Dish
  /** The dish as it is after its photo was changed. */
  readonly onChange: (dish: Dish) => void
}

/** The photo of a dish that is there already; it is kept at once, apart from the rest of the form. */
export function PhotoField({ dish, onChange }: PhotoFieldProps) {
  const { t } = useTranslation()
  const [shareSent, setShareSent] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const remove = useAct(calls.dishes.removePhoto, { changes: [calls.dishes.list] })
  const send = async (file: File | null): Promise<void> => {
    if (file === null) return
    setRefusal(null)
    setShareSent(0)
    try {
      const small = await smallerPhoto(file).catch(() => {
        throw new Error(t('restaurant.photoFailed'))
      })
      onChange(await upload(calls.dishes.setPhoto, small, setShareSent, { id: dish.id }))
      await invalidate(queryClient, calls.dishes.list)
    } catch (error) {
      setRefusal(firstRefusal(error))
    } finally {
      setShareSent(null)
    }
  }
  return (
    <div className={classes.photoField}>
      <Text component="span" fw={700} size="sm">
        {t('restaurant.photo')}
      </Text>
      <DishPhoto dish={dish} className={classes.photo} />
      <div className={classes.photoButtons}>
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={file => void send(file)}>
          {button => (
            <Button {...button} variant="default" leftSection={<IconPhoto size={18} />} loading={shareSent !== null}>
              {t(dish.photo === null ? 'restaurant.addPhoto' : 'restaurant.changePhoto')}
            </Button>
          )}
        </FileButton>
        {dish.photo !== null && (
          <Button
            variant="default"
            leftSection={<IconTrash size={18} />}
            loading={remove.isPending}
            onClick={() =>
              remove.mutate(
                { params: { id: dish.id } },
                { onSuccess: onChange, onError: error => setRefusal(errorText(error)) },
              )
            }
          >
            {t('restaurant.removePhoto')}
          </Button>
        )}
      </div>
      <span className={classes.hint}>{t('restaurant.photoHint')}</span>
      {refusal !== null && (
        <p className={classes.refusal} role="alert">
          {refusal}
        </p>
      )}
    </div>
  )
}
