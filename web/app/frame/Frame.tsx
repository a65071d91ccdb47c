import { lazy, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Outlet, useLocation } from 'react-router'
import { loadTexts } from '../../core/i18n.ts'
import { paths } from '../../core/paths.ts'
import { useSession } from '../../core/session.ts'
import { useLanguage } from '../../core/useLanguage.ts'
import { usePreferences } from '../../core/usePreferences.ts'
import { visit } from '../../core/visited.ts'
import { Banners } from './Banners.tsx'
import { Drawer } from './Drawer.tsx'
import classes from './Frame.module.css'
import { Ribbon } from './Ribbon.tsx'
import { TopBar } from './TopBar.tsx'
import { useDrawer } from './useDrawer.ts'
import { useSiteHead } from './useSiteHead.ts'

// A toast is the answer to something that a person did, so the page itself does not wait for it.
const Toasts = lazy(async () => {
  await new Promise((resolve) => setTimeout(resolve, 2000))
  return import('../../kit/ui/Toasts.tsx')
})
const RequiredPasswordChange = lazy(async () => {
  const [page] = await Promise.all([
    import('../../people/accounts/RequiredPasswordChangePage.tsx'),
    loadTexts(['people']),
  ])
  return { default: page.RequiredPasswordChangePage }
})
// Loaded by people elsewhere only.
const RegionBanner = lazy(async () => ({ default: (await import('./RegionBanner.tsx')).RegionBanner }))
const LiveNotifications = lazy(async () => ({ default: (await import('./signedIn.ts')).LiveNotifications }))

/** Layout of every page. The page scrolls, the frame does not. */
export function Frame() {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  const drawer = useDrawer()
  const { status, user, organisation_id } = useSession()
  const signedIn = status === 'in'
  // Until the password is changed or the second factor set up, the server refuses all other requests.
  const blocked = user?.password_change_required || user?.second_factor_required
  const { timezone } = usePreferences()
  const elsewhere = timezone !== Intl.DateTimeFormat().resolvedOptions().timeZone && user?.impersonator_user_id == null
  const bare = isShared(pathname) && !signedIn
  useLanguage()
  useSiteHead()
  const page = useRef<HTMLDivElement>(null)

  useEffect(() => visit(pathname + search), [pathname, search])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at its top
  useEffect(() => {
    // Braces: in newer browsers scrollTo returns a promise, which React would take for a clean-up function.
    page.current?.scrollTo(0, 0)
  }, [pathname])

  // Within a page of another website: nothing that leads elsewhere, or that a person could be made to press.
  if (isShared(pathname) && window.self !== window.top) return <Outlet />
  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#page">
        {t('frame.skip')}
      </a>
      <TopBar drawer={bare ? null : drawer} />
      <Ribbon />
      <div className={classes.body}>
        {!bare && <Drawer drawer={drawer} />}
        <div className={classes.content}>
          <Banners />
          <Suspense>
            {signedIn && organisation_id !== null && !blocked && (
              <>
                {elsewhere && <RegionBanner user_id={user!.id} organisation_id={organisation_id} />}
                <LiveNotifications key={user!.id} user_id={user!.id} organisation_id={organisation_id} />
              </>
            )}
          </Suspense>
          <div ref={page} id="page" className={classes.page} tabIndex={-1}>
            {user?.password_change_required ? (
              <Suspense>
                <RequiredPasswordChange />
              </Suspense>
            ) : (
              <Outlet />
            )}
          </div>
        </div>
      </div>
      <Suspense>{signedIn && <Toasts />}</Suspense>
    </div>
  )
}

/** Whether a page is for people with a link, who need no menu. */
const isShared = (pathname: string) => pathname.startsWith(paths.share(''))
