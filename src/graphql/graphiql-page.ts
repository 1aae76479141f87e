import { renderGraphiQL } from '@graphql-yoga/render-graphiql';

const WELCOME = `# Put your API key into the Headers tab below:
#
#   { "X-API-Key": "cds_user_…" }
#
# then run one of the operations: the button, or Ctrl-Enter.

# Free, like every query. Partners are LOCKED until your organization has
# unlocked the company; their number is always there.
query Welcome {
  viewer {
    user { name role }
    organization { name creditBalance }
  }
  companies(search: "works", first: 3) {
    edges {
      node {
        name
        primaryDomain
        partnerships(first: 2) {
          access
          totalCount
          edges { node { partnerName } }
        }
      }
    }
  }
}

# Costs one credit for each company that is not unlocked yet, and unlocks it
# for 30 days. Put a primaryDomain from the answer above here.
mutation Unlock {
  enrichPartnerships(input: { domains: ["kewoqoqa.example"] }) {
    creditsCharged
    creditsRemaining
    results {
      domain
      status
      partnerships { partnerName lastObservedAt }
    }
  }
}
`;

/** The page takes its first query under this name, which the types of its options do not list. */
const OPTIONS: NonNullable<Parameters<typeof renderGraphiQL>[0]> & { query: string } = {
  title: 'Company data',
  headers: '{\n  "X-API-Key": "paste your key here"\n}',
  shouldPersistHeaders: false,
  query: WELCOME,
};

/** GraphiQL with its scripts and styles in one page of several megabytes, so that it works offline. */
export function graphiqlPage(): string {
  return renderGraphiQL(OPTIONS);
}
