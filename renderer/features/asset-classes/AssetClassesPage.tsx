import { Page } from '../../components/Page.tsx'
import { Quiet } from '../../components/Values.tsx'
import { Directory } from './Directory.tsx'

/** The list of all asset classes. */
export function AssetClassesPage() {
  return (
    <Page title="Asset classes">
      <Quiet>
        The service has no list of its asset classes. These were learned from every valuation that this computer has
        seen, or were added here.
      </Quiet>
      <Directory />
    </Page>
  )
}
