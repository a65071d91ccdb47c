import { useTranslation } from 'react-i18next'
import { useIsTesting } from '../../core/installation.ts'
import classes from './Frame.module.css'

/** Across every page of an installation for testing, and of a developer: what is done here may not be real. */
export function Ribbon() {
  const { t } = useTranslation()
  if (!useIsTesting()) return null
  return <div className={classes.ribbon}>{t('frame.testing')}</div>
}
