import { Button, Group, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useRegistration } from '../../core/installation.ts'
import { homeOf } from '../../core/nextPath.ts'
import { paths } from '../../core/paths.ts'
import { useFeatures } from '../../core/rights.ts'
import { useSession } from '../../core/session.ts'
import { useWebsite } from '../../core/website.ts'
import { Footer } from '../../kit/page/Footer.tsx'
import { Logo } from '../../kit/page/Logo.tsx'
import { DocumentTitle } from '../../kit/page/Page.tsx'
import { useCurrentPage } from '../content/currentPage.ts'
import { ContentText } from './ContentPage.tsx'
import classes from './WelcomePage.module.css'

export function WelcomePage() {
  const { t } = useTranslation()
  const user = useSession((session) => session.user)
  const features = useFeatures()
  const product = useProduct()
  const { data } = useWebsite()
  const registration = useRegistration()
  const name = data?.name ?? t('product')
  return (
    <div className={classes.page}>
      <main className={classes.main}>
        <DocumentTitle title={t('menu.home')} />
        <Logo size={56} />
        <Title order={1} className={classes.name}>
          {name}
        </Title>
        <Text className={classes.lead}>{data?.slogan ?? t(`site:welcome.${product}.lead`)}</Text>
        <Group justify="center">
          {user ? (
            <Button component={Link} to={homeOf(user, features)} size="md">
              {t(`site:welcome.${product}.open`)}
            </Button>
          ) : (
            <>
              <Button component={Link} to={paths.signIn()} size="md">
                {t('site:welcome.signIn')}
              </Button>
              {registration === 'open' && (
                <Button component={Link} to={paths.register()} size="md" variant="default">
                  {t('site:welcome.register')}
                </Button>
              )}
            </>
          )}
        </Group>
        <Introduction />
      </main>
      <Footer />
    </div>
  )
}

/** What the visitor comes for: guests and most people for the trackers, members of a college for its own product. */
function useProduct(): 'tracking' | 'cpd' | 'files' {
  const features = useFeatures()
  if (features.includes('tracking')) return 'tracking'
  return features.includes('cpd') ? 'cpd' : 'files'
}

/** What administrators have written as the home page, or the points of the software. */
function Introduction() {
  const { t } = useTranslation()
  const { data, error } = useCurrentPage('home')
  const product = useProduct()
  const points: readonly (readonly string[])[] = t(`site:welcome.${product}.points`, { returnObjects: true })
  if (data === undefined && !error) return null
  if (data && data.source !== 'built_in') {
    return (
      <article className={classes.text}>
        <Title order={2} mb="sm">
          {data.title}
        </Title>
        <ContentText text={data.text} />
      </article>
    )
  }
  return (
    <ul className={classes.points}>
      {points.map(([title, text]) => (
        <li key={title}>
          <b>{title}</b>
          <span>{text}</span>
        </li>
      ))}
    </ul>
  )
}
