import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CoursePicture } from './CoursePicture.tsx'
import classes from './LoginPage.module.css'

/** The page before the sign-in: the product's name, one form, and a fairway. */
export function Doorway({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <p className={classes.brand}>
          <img src="/mark.svg" width={44} height={44} alt="" />
          <span>
            <strong>Greensward</strong>
            <small>{t('login.claim')}</small>
          </span>
        </p>
        <div className={classes.card}>{children}</div>
      </main>
      <CoursePicture className={classes.picture ?? ''} />
    </div>
  )
}
