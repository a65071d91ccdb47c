import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../core/paths.ts'
import { useWebsite } from '../../core/website.ts'
import classes from './Page.module.css'

export function Footer() {
  const { t } = useTranslation()
  const { data } = useWebsite()
  return (
    <footer className={classes.footer}>
      <span>{t('frame.version', { version: APP_VERSION })}</span>
      {data?.copyright && <span>{data.copyright}</span>}
      <Link to={paths.about()}>{t('menu.about')}</Link>
      <Link to={paths.privacy()}>{t('menu.privacy')}</Link>
      <Link to={paths.terms()}>{t('menu.terms')}</Link>
    </footer>
  )
}
