import { parse } from 'tldts';

/**
 * Networks, directories and site builders on which each company has a page: `linkedin.com/company/acme`. Hosts below
 * them, such as `de.linkedin.com`, are shared as well.
 */
const NETWORKS = words(`
  about.me angel.co behance.net bit.ly bsky.app calendly.com crunchbase.com discord.com discord.gg dribbble.com etsy.com
  eventbrite.com facebook.com fb.com fb.me flickr.com g.page glassdoor.com goo.gl instagram.com kickstarter.com
  linkedin.com linktr.ee lnkd.in mastodon.social medium.com meetup.com patreon.com pinterest.com producthunt.com
  open.spotify.com ow.ly quora.com reddit.com slideshare.net snapchat.com soundcloud.com t.co t.me telegram.me threads.com
  threads.net tiktok.com tinyurl.com trustpilot.com tripadvisor.com twitch.tv twitter.com upwork.com vimeo.com vk.com wa.me weibo.com
  wellfound.com whatsapp.com wikidata.org wikipedia.org x.com xing.com yelp.com youtu.be youtube.com
  app.hubspot.com archive.org bloomberg.com indeed.com kununu.com northdata.com northdata.de office.com office365.com
  opencorporates.com sharepoint.com
  apps.apple.com docs.google.com drive.google.com maps.google.com play.google.com plus.google.com sites.google.com`);

/**
 * Hosts of which a part is shared, while each host below them belongs to one customer: `wordpress.com/acme` says nothing
 * about its company, `acme.wordpress.com` does. The public suffix list has many more, such as `github.io`.
 */
const BUILDERS = words(`
  bigcartel.com bitbucket.org blogger.com business.site ghost.io github.com gitlab.com glitch.me godaddysites.com
  gumroad.com hubpages.com hubspotpagebuilder.com jimdo.com jimdofree.com jimdosite.com livejournal.com mystrikingly.com
  notion.so site123.me squarespace.com strikingly.com substack.com tilda.ws tumblr.com typepad.com
  webnode.com webnode.page weebly.com wix.com wordpress.com`);

/** Providers of mailboxes for everybody. */
const MAILBOXES = words(`
  126.com 139.com 163.com 21cn.com aim.com alice.it aliyun.com aol.com aol.de arcor.de att.net bellsouth.net bigpond.com
  bk.ru bluewin.ch bol.com.br btinternet.com charter.net comcast.net cox.net daum.net duck.com earthlink.net email.com
  email.cz fastmail.com fastmail.fm foxmail.com free.fr freenet.de gmail.com gmail.de googlemail.com hanmail.net hey.com
  hushmail.com icloud.com inbox.com inbox.lv inbox.ru interia.pl kakao.com laposte.net libero.it list.ru live.at live.be
  live.ca live.cn live.co.uk live.co.za live.com live.com.ar live.com.au live.com.mx live.com.pt live.de live.dk live.fi
  live.fr live.hk live.ie live.in live.it live.jp live.nl live.no live.ru live.se mac.com mail.com mail.de mail.ru
  mailbox.org mailfence.com me.com msn.com naver.com netscape.net neuf.fr ntlworld.com nate.com o2.pl onet.pl optonline.net
  optusnet.com.au orange.fr pm.me posteo.de proton.me qq.com rambler.ru rediffmail.com runbox.com sapo.pt sbcglobal.net
  seznam.cz sfr.fr shaw.ca sina.cn sina.com sky.com sohu.com talktalk.net telefonica.net telenet.be telus.net t-online.de terra.com.br tiscali.it
  tuta.com tuta.io tutamail.com tutanota.com tutanota.de ukr.net uol.com.br verizon.net virgilio.it virginmedia.com
  wanadoo.fr web.de wp.pl xs4all.nl yeah.net ya.ru zoho.com zohomail.com ziggo.nl`);

/** Shops and directories with a domain in many countries, on which companies have pages: `amazon.de/stores/acme`. */
const PAGES_EVERYWHERE = words('aliexpress amazon ebay indeed tripadvisor trustpilot');

/** Providers of mailboxes with a domain in many countries: `yahoo.co.uk`, `hotmail.fr`. */
const MAILBOXES_EVERYWHERE = words(
  'gmx hotmail outlook protonmail rocketmail windowslive yahoo yandex ymail',
);

/**
 * Tells whether many companies share a host, given in the form in which domains are stored. If it was cut out of an
 * address below it, such as `linkedin.com/company/acme` or `jane@gmail.com`, it does not identify a company.
 */
export function isSharedHost(host: string): boolean {
  if (BUILDERS.has(host) || MAILBOXES.has(host)) return true;
  if (parents(host).some((parent) => NETWORKS.has(parent))) return true;
  const { domain, domainWithoutSuffix } = parse(host);
  if (PAGES_EVERYWHERE.has(domainWithoutSuffix ?? '')) return true;
  if (domain === host && MAILBOXES_EVERYWHERE.has(domainWithoutSuffix ?? '')) return true;
  // Owners of such a suffix give out the names below it, as registries do.
  const { publicSuffix, isPrivate } = parse(host, { allowPrivateDomains: true });
  return isPrivate === true && publicSuffix === host;
}

/** `a.b.example` is below `a.b.example`, `b.example` and `example`. */
function parents(host: string): string[] {
  const labels = host.split('.');
  return labels.map((_, index) => labels.slice(index).join('.'));
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}
