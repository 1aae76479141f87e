/**
 * Technologies that face customers, with rough weights. A head is: category | technologies that a company uses as a rule
 * | smallest band of employees | frequency for digital, commerce, finance, industry, media, services, public companies.
 */
export const WEB_CATEGORIES = `
= Analytics | limit 4 | band 0 | 9 10 6 6 10 8 7
Google Analytics 60, Matomo 6, Adobe Analytics 5, Mixpanel 5, Amplitude 5, Plausible 3, PostHog 3, Heap 2,
Piwik PRO 1.5, Snowplow 1.5, Pendo 2, Fathom Analytics 1, Chartbeat 1, Umami 0.8, Kissmetrics 0.5, GoatCounter 0.3
= Tag Manager | limit 1 | band 0 | 6 8 5 4 8 5 4
Google Tag Manager 70, Tealium iQ 4, Adobe Experience Platform Tags 3, Matomo Tag Manager 2, Piwik PRO Tag Manager 1,
Commanders Act 1, Ensighten 0.8
= Advertising | limit 5 | band 0 | 7 14 6 3 14 6 2
Google Ads 30, Meta Pixel 28, LinkedIn Insight Tag 16, Microsoft Advertising 10, TikTok Pixel 7, Google Ad Manager 5,
Criteo 5, Pinterest Tag 4, The Trade Desk 3, Taboola 2.5, AdRoll 2.5, Outbrain 2, Amazon Ads 2, Snap Pixel 1.5,
Index Exchange 0.8, Magnite 0.6, PubMatic 0.6
= CDN | limit 2 | band 0 | 6 7 4 3 8 4 4
Cloudflare 40, Amazon CloudFront 18, Akamai 10, jsDelivr 8, Fastly 8, cdnjs 5, Azure Front Door 4, Bunny 3,
Google Cloud CDN 3, Imperva 2, KeyCDN 1, CDN77 0.8, Gcore 0.6
= CMS | limit 1 | band 0 | 4 4 4 5 8 6 6
WordPress 45, Drupal 7, Webflow 6, Wix 5, Contentful 5, Squarespace 4, Adobe Experience Manager 4, TYPO3 6, Joomla 3,
Sitecore 3, Strapi 2, Sanity 2, Storyblok 2, HubSpot CMS 2, Ghost 1.5, Umbraco 1.5, Kentico 1, Craft CMS 1, Prismic 1,
Optimizely CMS 1, Magnolia 0.6, Bloomreach 0.5, Neos 0.4
= E-commerce | limit 1 | band 0 | 0.15 14 0.1 0.4 0.6 0.1 0.1
Shopify 35, WooCommerce 28, Adobe Commerce 9, PrestaShop 5, Salesforce Commerce Cloud 5, Shopware 6, BigCommerce 4,
commercetools 2, SAP Commerce Cloud 2, VTEX 3, OpenCart 2, Ecwid 1.5, Spryker 2.5, Saleor 0.5
= Shopping Tools | limit 4 | band 0 | 0.1 8 0.1 0.15 0.3 0.1 0.1
Trustpilot 14, Yotpo 8, ShipStation 6, Judge.me 5, AfterShip 5, Bazaarvoice 5, Trusted Shops 7, Recharge 4, Attentive 4,
Nosto 3, Loox 3, Smile.io 2
= Payments | limit 4 | band 0 | 5 14 6 1 4 2 2
PayPal 35, Stripe 30, Apple Pay 14, Google Pay 10, Adyen 8, Klarna 8, Braintree 6, Square 5, Mollie 5, Amazon Pay 4,
Worldpay 4, Checkout.com 3, Razorpay 6, Mercado Pago 6, Authorize.net 3, Afterpay 3, Worldline 2, GoCardless 2, PayU 2,
Alipay 1.5
= CRM | limit 1 | band 0 | 6 3 5 4 4 7 3
Salesforce 34, HubSpot 26, Microsoft Dynamics 365 13, Zoho CRM 7, Pipedrive 7, SAP Sales Cloud 3, Freshsales 2,
SugarCRM 1.5, Bitrix24 1.5, monday CRM 1.5, Close 1, Copper 1, Insightly 1, Creatio 0.5
= Marketing Automation | limit 2 | band 0 | 5 8 4 3 6 6 3
Mailchimp 22, HubSpot Marketing Hub 10, Klaviyo 6, Brevo 6, ActiveCampaign 6, Marketo Engage 5, Braze 4, Customer.io 3,
Salesforce Marketing Cloud 3, Constant Contact 3, Pardot 2.5, Oracle Eloqua 2, Iterable 2, GetResponse 2, CleverReach 2,
Omnisend 1, Adobe Campaign 1, Emarsys 1, MoEngage 1
= Customer Data Platform | limit 1 | band 2 | 3 4 2 0.5 3 1 0.3
Segment 30, mParticle 7, RudderStack 6, Salesforce Data Cloud 4, Hightouch 5, Adobe Real-Time CDP 3, Treasure Data 3,
BlueConic 2, Amperity 1
= A/B Testing | limit 1 | band 1 | 4 5 2 0.5 4 2 0.3
Optimizely 24, VWO 18, LaunchDarkly 12, AB Tasty 10, Adobe Target 5, Dynamic Yield 5, Statsig 5, Kameleoon 4,
Convert 3, Split 3, GrowthBook 2
= Session Replay | limit 1 | band 0 | 4 6 2 1 4 3 1
Hotjar 45, Microsoft Clarity 25, FullStory 10, Crazy Egg 6, Mouseflow 5, Contentsquare 5, LogRocket 4, Smartlook 3,
Lucky Orange 3, Quantum Metric 1
= Consent Management | limit 1 | band 0 | 4 6 5 4 6 4 3
OneTrust 22, Cookiebot 20, CookieYes 12, Usercentrics 9, TrustArc 6, Complianz 6, Borlabs Cookie 6, Didomi 5, iubenda 5,
Osano 4, Axeptio 4, consentmanager 3
= Customer Support | limit 2 | band 0 | 6 7 4 2 3 4 2
Zendesk 32, Intercom 18, Freshdesk 12, ServiceNow 8, Tawk.to 6, Salesforce Service Cloud 5, Jira Service Management 5,
LiveChat 4, Help Scout 4, Tidio 4, HubSpot Service Hub 3, Genesys Cloud 3, Drift 3, Gorgias 2, Zoho Desk 2, Five9 2,
Front 2, Crisp 2, Userlike 1, Talkdesk 1.5
= Email Delivery | limit 2 | band 0 | 3.5 4 2 0.8 3 2 1.5
SendGrid 20, Amazon SES 12, Mailgun 10, Postmark 5, Mandrill 4, Mailjet 4, Resend 2, SparkPost 2, SMTP2GO 1.5
= Communications | limit 2 | band 1 | 4 3 4 2 2 5 2
Twilio 30, WhatsApp Business 18, RingCentral 8, Vonage 8, Aircall 5, Avaya 4, Sinch 4, 8x8 4, Infobip 3, Dialpad 3,
Plivo 1.5
= Video | limit 3 | band 0 | 4 3 2 2 9 5 6
YouTube 40, Zoom 28, Vimeo 20, Wistia 8, Webex 7, Google Meet 5, Vidyard 4, GoTo Meeting 4, Brightcove 3, JW Player 3,
Kaltura 2, Mux 1.5, ON24 1.5, Dailymotion 1
= Web Framework | limit 5 | band 0 | 14 9 6 4 10 6 5
jQuery 34, React 30, Bootstrap 24, Node.js 16, Vue.js 14, Angular 12, Next.js 10, Tailwind CSS 10, ASP.NET 9, Laravel 8,
Express 8, Spring Boot 8, Django 6, Ruby on Rails 6, Symfony 4, Nuxt 4, Flask 4, FastAPI 3, Svelte 3, Ember.js 1, Gatsby 2,
Alpine.js 2, Astro 1
= Web Server | limit 2 | band 0 | 6 5 4 4 6 5 5
nginx 40, Apache HTTP Server 32, Microsoft IIS 12, LiteSpeed 8, Apache Tomcat 6, Varnish 5, HAProxy 5, Envoy 3,
Traefik 3, OpenResty 2, Caddy 2
= Hosting | limit 1 | band 0 | 3 3 1 2 4 5 3
Vercel 14, GoDaddy 14, WP Engine 8, Netlify 10, Heroku 10, IONOS 8, Bluehost 6, SiteGround 6, Hostinger 6, Kinsta 4,
GitHub Pages 4, Rackspace 3, Pantheon 2, Fly.io 2, Render 2, Strato 3, Infomaniak 3
= Search | limit 1 | band 1 | 5 6 2 1 5 2 2
Elasticsearch 20, Algolia 14, Apache Solr 8, OpenSearch 5, Coveo 3, Yext 3, Meilisearch 1.5, Azure AI Search 1, Typesense 1
`;
