### Stripe, a charge with form fields
# POST https://api.stripe.com/v1/charges
curl https://api.stripe.com/v1/charges \
  -u sk_test_key: \
  -d amount=2000 \
  -d currency=usd \
  -d source=tok_visa \
  -d "metadata[order_id]"=6735

### Stripe, an idempotent customer
# POST https://api.stripe.com/v1/customers
curl https://api.stripe.com/v1/customers \
  -u "sk_test_key:" \
  -H "Idempotency-Key: KG5LxwFBepaKHyUD" \
  --data-urlencode email="jenny.rosen@example.com" \
  -d description="My First Test Customer"

### Stripe, a list
# GET https://api.stripe.com/v1/charges?limit=3&expand[]=data.customer
curl -G https://api.stripe.com/v1/charges -u sk_test_key: -d limit=3 -d "expand[]=data.customer"

### Stripe, an empty update
# POST https://api.stripe.com/v1/payment_intents/pi_1/cancel
curl -X POST https://api.stripe.com/v1/payment_intents/pi_1/cancel -u "sk_test_key:"

### GitHub, list issues
# GET https://api.github.com/repos/octocat/hello-world/issues?state=open&per_page=5
curl -L \
  -H "Accept: application/vnd.github+json" \
  -H "Authorization: Bearer ghp_token" \
  -H "X-GitHub-Api-Version: 2022-11-28" \
  "https://api.github.com/repos/octocat/hello-world/issues?state=open&per_page=5"

### GitHub, make an issue
# POST https://api.github.com/repos/OWNER/REPO/issues
# note: Redirects are followed
curl -L \
  -X POST \
  -H "Accept: application/vnd.github+json" \
  -H "Authorization: Bearer <YOUR-TOKEN>" \
  https://api.github.com/repos/OWNER/REPO/issues \
  -d '{"title":"Found a bug","body":"I'\''m having a problem with this.","labels":["bug"]}'

### GitHub, the older token scheme
# PATCH https://api.github.com/repos/o/r/pulls/7
curl --request PATCH --header 'Authorization: token ghp_x' --url https://api.github.com/repos/o/r/pulls/7 --data '{"state":"closed"}'

### GitHub, dispatch of a workflow
# POST https://api.github.com/repos/o/r/actions/workflows/main.yml/dispatches
curl -X POST -H "Authorization: Bearer $GITHUB_TOKEN" https://api.github.com/repos/o/r/actions/workflows/main.yml/dispatches -d '{"ref":"main","inputs":{"home":"A & B"}}'

### GitLab, a new issue
# POST https://gitlab.example.com/api/v4/projects/4/issues?title=Issues%20with%20auth&labels=bug
curl --request POST \
  --header "PRIVATE-TOKEN: <your_access_token>" \
  --url "https://gitlab.example.com/api/v4/projects/4/issues?title=Issues%20with%20auth&labels=bug"

### GitLab, trigger a pipeline with a form
# POST https://gitlab.example.com/api/v4/projects/123/trigger/pipeline
curl --request POST \
  --form token=TOKEN \
  --form ref=main \
  --form "variables[UPLOAD_TO_S3]=true" \
  https://gitlab.example.com/api/v4/projects/123/trigger/pipeline

### Bitbucket, basic authentication
# GET https://api.bitbucket.org/2.0/repositories/team?q=name+%7E+%22x%22
curl --user user:app-password --get 'https://api.bitbucket.org/2.0/repositories/team?q=name+%7E+%22x%22'

### Slack, an incoming webhook
# POST https://hooks.slack.com/services/T0/B0/xyz
curl -X POST -H 'Content-type: application/json' --data '{"text":"Hello, World!"}' https://hooks.slack.com/services/T0/B0/xyz

### Slack, a message with form fields
# POST https://slack.com/api/chat.postMessage
curl -d "text=Hi I am a bot that can post messages to any public channel." -d "channel=C123456" -H "Authorization: Bearer xoxb-not-a-real-token" -X POST https://slack.com/api/chat.postMessage

### Slack, an older payload field
# POST https://hooks.slack.com/services/T0/B0/abc
curl -X POST --data-urlencode "payload={\"channel\": \"#general\", \"text\": \"a & b: <https://x.test|x>\"}" https://hooks.slack.com/services/T0/B0/abc

### Twilio, a message
# POST https://api.twilio.com/2010-04-01/Accounts/AC123/Messages.json
curl -X POST "https://api.twilio.com/2010-04-01/Accounts/AC123/Messages.json" \
  --data-urlencode "Body=This is the ship that made the Kessel Run?" \
  --data-urlencode "From=+15557122661" \
  --data-urlencode "To=+15558675310" \
  -u AC123:auth_token

### Twilio, credentials from the environment
# POST https://api.twilio.com/2010-04-01/Accounts/{{TWILIO_ACCOUNT_SID}}/Messages.json
curl -X POST https://api.twilio.com/2010-04-01/Accounts/$TWILIO_ACCOUNT_SID/Messages.json \
  -d "To=%2B15558675310" -u $TWILIO_ACCOUNT_SID:$TWILIO_AUTH_TOKEN

### SendGrid, a mail
# POST https://api.sendgrid.com/v3/mail/send
curl --request POST \
  --url https://api.sendgrid.com/v3/mail/send \
  --header "Authorization: Bearer $SENDGRID_API_KEY" \
  --header 'Content-Type: application/json' \
  --data '{"personalizations": [{"to": [{"email": "test@example.com"}]}],"from": {"email": "test@example.com"},"subject": "Sending with SendGrid is Fun","content": [{"type": "text/plain", "value": "and easy"}]}'

### Mailgun, a mail as a form
# POST https://api.mailgun.net/v3/example.com/messages
# note: really!
curl -s --user 'api:YOUR_API_KEY' \
    https://api.mailgun.net/v3/example.com/messages \
    -F from='Excited User <mailgun@example.com>' \
    -F to=YOU@example.com \
    -F subject='Hello' \
    -F text='Testing some Mailgun awesomeness; really!'

### Mailjet, send
# POST https://api.mailjet.com/v3.1/send
curl -s \
	-X POST \
	--user "public:private" \
	https://api.mailjet.com/v3.1/send \
	-H 'Content-Type: application/json' \
	-d '{
		"Messages":[
				{
						"From": { "Email": "a@example.com", "Name": "Me" },
						"TextPart": "Greetings from Mailjet!"
				}
		]
	}'

### Postmark, a mail
# POST https://api.postmarkapp.com/email
curl "https://api.postmarkapp.com/email" \
  -X POST \
  -H "Accept: application/json" \
  -H "Content-Type: application/json" \
  -H "X-Postmark-Server-Token: server token" \
  -d "{From: 'sender@example.com', To: 'receiver@example.com', Subject: 'Postmark test'}"

### Resend, a mail
# POST https://api.resend.com/emails
curl -X POST 'https://api.resend.com/emails' \
     -H 'Authorization: Bearer re_xxxxxxxxx' \
     -H 'Content-Type: application/json' \
     -d $'{
  "from": "Acme <onboarding@resend.dev>",
  "html": "<p>it\'s <strong>good</strong></p>"
}'

### OpenAI, a chat
# POST https://api.openai.com/v1/chat/completions
curl https://api.openai.com/v1/chat/completions \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $OPENAI_API_KEY" \
  -d '{
    "model": "gpt-4o",
    "messages": [{"role": "user", "content": "Hello!"}]
  }'

### OpenAI, a file
# POST https://api.openai.com/v1/files
# differs: content-type, body
# note: file “mydata.jsonl”
curl https://api.openai.com/v1/files \
  -H "Authorization: Bearer $OPENAI_API_KEY" \
  -F purpose="fine-tune" \
  -F file="@mydata.jsonl"

### Anthropic, a message
# POST https://api.anthropic.com/v1/messages
curl https://api.anthropic.com/v1/messages \
     --header "x-api-key: $ANTHROPIC_API_KEY" \
     --header "anthropic-version: 2023-06-01" \
     --header "content-type: application/json" \
     --data \
'{
    "model": "claude",
    "max_tokens": 1024,
    "messages": [
        {"role": "user", "content": "Hello, world"}
    ]
}'

### Gemini, a key in the query
# POST https://generativelanguage.googleapis.com/v1beta/models/gemini:generateContent?key={{GOOGLE_API_KEY}}
curl "https://generativelanguage.googleapis.com/v1beta/models/gemini:generateContent?key=${GOOGLE_API_KEY}" -H 'Content-Type: application/json' -X POST -d '{"contents":[{"parts":[{"text":"Write a story"}]}]}'

### Hugging Face, a bare text
# POST https://api-inference.huggingface.co/models/gpt2
curl https://api-inference.huggingface.co/models/gpt2 -X POST -d '{"inputs": "My name is"}' -H 'Content-Type: application/json' -H "Authorization: Bearer ${HF_API_TOKEN}"

### Replicate, a here-document
# POST https://api.replicate.com/v1/predictions
curl --silent --show-error https://api.replicate.com/v1/predictions \
  --request POST \
  --header "Authorization: Bearer $REPLICATE_API_TOKEN" \
  --header "Content-Type: application/json" \
  --data @- <<'EOM'
{
  "version": "5c7d5dc6",
  "input": {"prompt": "costs $5"}
}
EOM

### Shopify, a product
# POST https://your-store.myshopify.com/admin/api/2024-01/products.json
curl -d '{"product":{"title":"Burton Custom Freestyle 151","tags":["Barnes \u0026 Noble"]}}' \
-X POST "https://your-store.myshopify.com/admin/api/2024-01/products.json" \
-H "X-Shopify-Access-Token: {access_token}" \
-H "Content-Type: application/json"

### Shopify, GraphQL as its own type
# POST https://shop.myshopify.com/admin/api/2024-01/graphql.json
curl -X POST https://shop.myshopify.com/admin/api/2024-01/graphql.json \
  -H 'Content-Type: application/graphql' -H 'X-Shopify-Access-Token: tok' \
  -d '
query {
  products(first: 3) { edges { node { id } } }
}'

### Notion, query a database
# POST https://api.notion.com/v1/databases/897e5a76/query
curl -X POST 'https://api.notion.com/v1/databases/897e5a76/query' \
  -H 'Authorization: Bearer '"$NOTION_API_KEY"'' \
  -H 'Notion-Version: 2022-06-28' \
  -H "Content-Type: application/json" \
--data '{
  "filter": {"or": [{"property": "In stock","checkbox": {"equals": true}}]}
}'

### Notion, one page
# GET https://api.notion.com/v1/pages/b55c9c91
curl 'https://api.notion.com/v1/pages/b55c9c91' \
  -H 'Notion-Version: 2022-06-28' \
  -H 'Authorization: Bearer '"$NOTION_API_KEY"''

### Airtable, list records
# GET https://api.airtable.com/v0/appId/Table%201?maxRecords=3&view=Grid%20view
curl "https://api.airtable.com/v0/appId/Table%201?maxRecords=3&view=Grid%20view" \
-H "Authorization: Bearer YOUR_SECRET_API_TOKEN"

### Airtable, a filter
# GET https://api.airtable.com/v0/appId/Tasks?filterByFormula=%7BName%7D%3D%27a+b%27
curl -G https://api.airtable.com/v0/appId/Tasks --data-urlencode "filterByFormula={Name}='a b'" -H "Authorization: Bearer key"

### Cloudflare, purge the cache
# POST https://api.cloudflare.com/client/v4/zones/{{ZONE_ID}}/purge_cache
curl https://api.cloudflare.com/client/v4/zones/$ZONE_ID/purge_cache \
    -H 'Content-Type: application/json' \
    -H "X-Auth-Email: $CLOUDFLARE_EMAIL" \
    -H "X-Auth-Key: $CLOUDFLARE_API_KEY" \
    -d '{"tags":["a-cache-tag"]}'

### Cloudflare, --json
# POST https://api.cloudflare.com/client/v4/zones/z1/dns_records
curl "https://api.cloudflare.com/client/v4/zones/z1/dns_records" \
  --request POST \
  --header "Authorization: Bearer $CLOUDFLARE_API_TOKEN" \
  --json '{
    "type": "A",
    "name": "www",
    "content": "192.0.2.1"
  }'

### Cloudflare, a name in braces
# GET https://api.cloudflare.com/client/v4/accounts/{{account_id}}/members
curl -X GET "https://api.cloudflare.com/client/v4/accounts/{account_id}/members" -H "Authorization: Bearer t"

### DigitalOcean, a droplet
# POST https://api.digitalocean.com/v2/droplets
curl -X POST \
  -H "Content-Type: application/json" \
  -H "Authorization: Bearer $DIGITALOCEAN_TOKEN" \
  -d '{"name":"example.com","region":"nyc3","ssh_keys":[289794],"backups":true}' \
  "https://api.digitalocean.com/v2/droplets"

### DigitalOcean, delete
# DELETE https://api.digitalocean.com/v2/droplets/3164494
curl -X DELETE -H "Content-Type: application/json" -H "Authorization: Bearer $DIGITALOCEAN_TOKEN" "https://api.digitalocean.com/v2/droplets/3164494"

### Heroku, an update
# PATCH https://api.heroku.com/apps/{{APP_ID_OR_NAME}}/formation
curl -n -X PATCH https://api.heroku.com/apps/$APP_ID_OR_NAME/formation \
  -d '{ "updates": [{ "quantity": 1, "type": "web" }] }' \
  -H "Content-Type: application/json" \
  -H "Accept: application/vnd.heroku+json; version=3"
# note: “-n”

### Fly.io, DELETE with a body
# DELETE https://api.machines.dev/v1/apps/my-app/machines/1
curl -i -X DELETE -H "Authorization: Bearer ${FLY_API_TOKEN}" -H "Content-Type: application/json" "https://api.machines.dev/v1/apps/my-app/machines/1" -d '{"force":true}'

### Vercel, a query and a body
# POST https://api.vercel.com/v10/projects?teamId=team_1&slug=my-team
curl --request POST --url "https://api.vercel.com/v10/projects?teamId=team_1&slug=my-team" --header "Authorization: Bearer <token>" --header "Content-Type: application/json" --data '{"name": "a-project"}'

### Elasticsearch, a document
# PUT http://localhost:9200/customer/_doc/1?pretty
curl -X PUT "localhost:9200/customer/_doc/1?pretty" -H 'Content-Type: application/json' -d'
{
  "name": "John Doe"
}
'
# note: http://

### Elasticsearch, a search by GET
# GET http://localhost:9200/bank/_search?pretty
curl -X GET "http://localhost:9200/bank/_search?pretty" -H 'Content-Type: application/json' -d'
{ "query": { "match_all": {} } }
'

### Elasticsearch, bulk lines
# POST http://localhost:9200/_bulk
curl -s -H "Content-Type: application/x-ndjson" -XPOST http://localhost:9200/_bulk --data-binary '{"index":{"_index":"a"}}
{"f":1}
'

### Elasticsearch, a file of lines
# POST http://localhost:9200/bank/_bulk?refresh
# differs: body
# note: accounts.json
curl -H "Content-Type: application/json" -XPOST "http://localhost:9200/bank/_bulk?refresh" --data-binary "@accounts.json"

### Kubernetes, pods
# GET https://{{APISERVER}}/api/v1/namespaces/default/pods?limit=500
curl -s https://$APISERVER/api/v1/namespaces/default/pods?limit=500 --header "Authorization: Bearer $TOKEN" --insecure
# note: -k
# note: The bearer token was left out, since the host comes from a variable
# differs: authorization

### Kubernetes, a patch
# PATCH http://localhost:8001/apis/apps/v1/namespaces/default/deployments/web
curl -k -X PATCH -H "Content-Type: application/strategic-merge-patch+json" --data '{"spec":{"replicas":3}}' http://localhost:8001/apis/apps/v1/namespaces/default/deployments/web
# note: -k

### Docker, a registry's manifest
# GET https://registry.test/v2/app/manifests/latest
curl -sSL -H "Accept: application/vnd.docker.distribution.manifest.v2+json" -H "Accept: application/vnd.oci.image.manifest.v1+json" https://registry.test/v2/app/manifests/latest

### Vault, a secret
# POST https://vault.test:8200/v1/secret/data/my-secret
curl --header "X-Vault-Token: $VAULT_TOKEN" --request POST --data '{"data":{"foo":"bar"}}' https://vault.test:8200/v1/secret/data/my-secret

### Consul, put a text
# PUT http://127.0.0.1:8500/v1/kv/my-key?dc=eu
curl --request PUT --data 'a value = 100% & more' http://127.0.0.1:8500/v1/kv/my-key?dc=eu

### InfluxDB, line protocol
# POST http://localhost:8086/api/v2/write?org=my&bucket=b&precision=ns
curl --request POST "http://localhost:8086/api/v2/write?org=my&bucket=b&precision=ns" \
  --header "Authorization: Token my-token" \
  --header "Content-Type: text/plain; charset=utf-8" \
  --data-binary '
airSensors,sensor_id=TLM0201 temperature=73.9 1630424257000000000
airSensors,sensor_id=TLM0202 temperature=75.3 1630424257000000000
    '

### Prometheus, encoded query
# POST http://localhost:9090/api/v1/query_range
curl -g 'http://localhost:9090/api/v1/query_range' --data-urlencode 'query=sum by (job) (rate(up{job!="x"}[5m]))' --data-urlencode 'step=15s' -d start=1

### Prometheus, matchers in the address
# GET http://localhost:9090/api/v1/series?match[]=up&match[]=process%7Bjob%3D%22p%22%7D
curl -g 'http://localhost:9090/api/v1/series?' --data-urlencode 'match[]=up' -G --data-urlencode 'match[]=process{job="p"}'

### Datadog, a metric
# POST https://api.datadoghq.com/api/v1/series
curl -X POST "https://api.datadoghq.com/api/v1/series" \
-H "Accept: application/json" \
-H "Content-Type: text/json" \
-H "DD-API-KEY: ${DD_API_KEY}" \
-H "DD-APPLICATION-KEY: ${DD_APP_KEY}" \
-d @- << EOF
{"series": [{"metric": "system.load.1", "points": [[1636629071, 1.5]]}]}
EOF

### PagerDuty, an event
# POST https://events.pagerduty.com/v2/enqueue
curl --request 'POST' --url 'https://events.pagerduty.com/v2/enqueue' --header 'Content-Type: application/json' --data '{"payload":{"summary":"Test","severity":"critical","source":"a"},"routing_key":"k","event_action":"trigger"}'

### HubSpot, a contact
# POST https://api.hubapi.com/crm/v3/objects/contacts?archived=false
curl --request POST \
  --url 'https://api.hubapi.com/crm/v3/objects/contacts?archived=false' \
  --header 'authorization: Bearer YOUR_ACCESS_TOKEN' \
  --header 'content-type: application/json' \
  --data '{
  "properties": {
    "email": "bcooper@biglytics.net"
  }
}'

### Salesforce, a token
# POST https://login.salesforce.com/services/oauth2/token
curl https://login.salesforce.com/services/oauth2/token -d "grant_type=password" -d "client_id=3MVG9" -d "username=me@example.com" -d "password=p%40ss"

### Zendesk, a ticket
# POST https://example.zendesk.com/api/v2/tickets.json
curl https://example.zendesk.com/api/v2/tickets.json \
  -d '{"ticket": {"subject": "My printer is on fire!", "comment": {"body": "The smoke is very colorful."}}}' \
  -H "Content-Type: application/json" -v -u me@example.com/token:key -X POST

### Jira, a comment
# POST https://your-domain.atlassian.net/rest/api/3/issue/ABC-1/comment
# differs: authorization
curl --request POST \
  --url 'https://your-domain.atlassian.net/rest/api/3/issue/ABC-1/comment' \
  --user 'email@example.com:<api_token>' \
  --header 'Accept: application/json' \
  --header 'Content-Type: application/json' \
  --data '{"body": {"type": "doc", "version": 1, "content": []}}'

### Trello, all in the query
# POST https://api.trello.com/1/cards?idList=5abbe4b7&key=APIKey&token=APIToken
curl --request POST --url 'https://api.trello.com/1/cards?idList=5abbe4b7&key=APIKey&token=APIToken' --header 'Accept: application/json'

### Asana, --data in two places
# PUT https://app.asana.com/api/1.0/tasks/12
curl -X PUT https://app.asana.com/api/1.0/tasks/12 \
-H 'Accept: application/json' -H 'Authorization: Bearer {access-token}' -H 'Content-Type: application/json' \
-d '{"data": {"name": "Buy catnip",' -d '"completed": true}}'

### Linear, GraphQL
# POST https://api.linear.app/graphql
curl \
  -X POST \
  -H "Content-Type: application/json" \
  -H "Authorization: lin_api_key" \
  --data '{ "query": "{ issues { nodes { id title } } }" }' \
  https://api.linear.app/graphql

### PayPal, a token
# POST https://api-m.sandbox.paypal.com/v1/oauth2/token
curl -v -X POST https://api-m.sandbox.paypal.com/v1/oauth2/token \
  -H "Accept: application/json" \
  -u "CLIENT_ID:CLIENT_SECRET" \
  -d "grant_type=client_credentials"

### Square, a payment
# POST https://connect.squareup.com/v2/payments
curl https://connect.squareup.com/v2/payments \
  -X POST \
  -H 'Square-Version: 2024-01-18' \
  -H 'Authorization: Bearer ACCESS_TOKEN' \
  -H 'Content-Type: application/json' \
  -d '{
    "idempotency_key": "7b0f3ec5",
    "amount_money": {"amount": 1000,"currency": "USD"}
  }'

### Plaid, -H without a space
# POST https://sandbox.plaid.com/item/public_token/exchange
curl -X POST https://sandbox.plaid.com/item/public_token/exchange -H'Content-Type:application/json' -d'{"client_id":"${PLAID}","secret":"s"}'

### Discord, a webhook
# POST https://discord.com/api/webhooks/1/abc
curl -i -H "Accept: application/json" -H "Content-Type:application/json" -X POST --data "{\"content\": \"Posted via \\\"Command\\\" line\"}" https://discord.com/api/webhooks/1/abc

### Telegram, a message
# POST https://api.telegram.org/bot123:ABC/sendMessage
curl -s -X POST https://api.telegram.org/bot123:ABC/sendMessage -d chat_id=42 -d text="Hello
world" -d parse_mode=HTML

### Spotify, a token with a header of one's own
# POST https://accounts.spotify.com/api/token
curl -X "POST" -H "Authorization: Basic ZjM4ZjAw" -d grant_type=client_credentials https://accounts.spotify.com/api/token

### Google, an OAuth token
# POST https://oauth2.googleapis.com/token
curl -d client_id=id.apps.googleusercontent.com -d client_secret=s --data grant_type=refresh_token --data refresh_token=1//x https://oauth2.googleapis.com/token

### Microsoft Graph, OData
# GET https://graph.microsoft.com/v1.0/users?$filter=startswith(displayName,%27A%27)&$count=true
curl 'https://graph.microsoft.com/v1.0/users?$filter=startswith(displayName,%27A%27)&$count=true' -H 'ConsistencyLevel: eventual' --oauth2-bearer tok

### Azure, a subscription key
# GET https://api.cognitive.microsoft.com/bing/v7.0/search?q=a+b&mkt=de-DE
curl -H "Ocp-Apim-Subscription-Key: k" "https://api.cognitive.microsoft.com/bing/v7.0/search?q=a+b&mkt=de-DE"

### Algolia, a search
# POST https://APPID.algolia.net/1/indexes/imdb/query
curl -H "X-Algolia-API-Key: ${API_KEY}" -H "X-Algolia-Application-Id: ${APPLICATION_ID}" \
  --data-binary "{ \"params\": \"query=george%20clo&hitsPerPage=2\" }" \
  "https://APPID.algolia.net/1/indexes/imdb/query"

### Firebase, PUT of a bare value
# PUT https://x.firebaseio.com/users/jack/name.json?auth=a.b.c
curl -X PUT -d '{ "first": "Jack" }' 'https://x.firebaseio.com/users/jack/name.json?auth=a.b.c'

### Supabase, two keys
# GET https://x.supabase.co/rest/v1/todos?select=*&done=eq.false
curl 'https://x.supabase.co/rest/v1/todos?select=*&done=eq.false' -H "apikey: SUPABASE_KEY" -H "Authorization: Bearer SUPABASE_KEY" -H "Range: 0-9"

### CircleCI, basic with a token
# POST https://circleci.com/api/v2/project/gh/o/r/pipeline
curl -u ${CIRCLECI_TOKEN}: -X POST --header "Content-Type: application/json" -d '{"parameters":{}}' https://circleci.com/api/v2/project/gh/o/r/pipeline

### Jenkins, a build with a crumb
# POST https://jenkins.test/job/a%20b/buildWithParameters
curl -fsS -X POST -u user:token -H 'Jenkins-Crumb: abc' 'https://jenkins.test/job/a%20b/buildWithParameters' --data-urlencode json='{"parameter": [{"name":"id", "value":"123"}]}'

### Home Assistant, a service
# POST http://localhost:8123/api/services/switch/turn_on
curl -X POST -H "Authorization: Bearer TOKEN" -H "Content-Type: application/json" -d '{"entity_id": "switch.christmas_lights"}' http://localhost:8123/api/services/switch/turn_on

### ntfy, a text and its headers
# POST http://ntfy.sh/alerts
curl -H "Title: Unauthorized access" -H "Priority: urgent" -H "Tags: warning,skull" -d "Remote access to phils-laptop detected. Act right away." ntfy.sh/alerts
# note: http://

### httpbin, a header taken away and one without a value
# POST https://httpbin.org/post
curl -H 'Accept:' -H 'X-Empty;' --data-raw @handle https://httpbin.org/post
# differs: x-empty
# note: X-Empty

### Matrix, PUT with a variable in the path
# PUT https://matrix.test/_matrix/client/v3/rooms/%21a%3Amatrix.test/send/m.room.message/1
curl -XPUT -d '{"msgtype":"m.text", "body":"hello"}' "https://matrix.test/_matrix/client/v3/rooms/%21a%3Amatrix.test/send/m.room.message/1" -H 'Authorization: Bearer syt_x'

### Nextcloud, a header of words and a query
# GET https://cloud.test/ocs/v1.php/cloud/users?search=Test&format=json
curl -u admin:secret 'https://cloud.test/ocs/v1.php/cloud/users?search=Test' --url-query format=json -H "OCS-APIRequest: true"

### A user in the address
# GET https://api.example.com/v1/things
curl https://api:k%40y@api.example.com/v1/things

### A user in the address and as an option
# GET https://api.example.com/v1/things
curl -u ada:x https://api:key@api.example.com/v1/things

### PayPal, evidence for a dispute
# POST https://api.example.com/v1/disputes/1/evidence
# note: boundary
# differs: content-type
curl -X POST https://api.example.com/v1/disputes/1/evidence -H 'Content-Type: multipart/related; boundary=own' -F 'input={"a":1};type=application/json'

### Digest authentication
# GET https://api.example.com/digest
# note: Digest authentication
curl --digest -u ada:secret https://api.example.com/digest

### AWS Signature Version 4
# GET https://abc.execute-api.us-east-1.amazonaws.com/x
# note: AWS Signature Version 4
# differs: authorization, x-amz-date
curl --aws-sigv4 aws:amz:us-east-1:execute-api -u AKID:SECRET https://abc.execute-api.us-east-1.amazonaws.com/x

### A body with carets
# POST https://api.example.com/regex
curl 'https://api.example.com/regex' -H 'content-type: application/json' --data-raw '{"pattern":"^\"a\"^"}'

### Zendesk, tickets
# GET https://d3v.zendesk.com/api/v2/tickets.json
curl https://d3v.zendesk.com/api/v2/tickets.json -v -u "$EMAIL"/token:"$API_TOKEN"

### Mailjet, credentials from the environment
# POST https://api.mailjet.com/v3.1/send
curl -s -X POST --user "$MJ_APIKEY_PUBLIC:$MJ_APIKEY_PRIVATE" https://api.mailjet.com/v3.1/send -H 'Content-Type: application/json' -d '{"Messages":[]}'

### Amazon S3, the size of a file
# HEAD https://bucket.s3.amazonaws.com/key
curl -sI https://bucket.s3.amazonaws.com/key

### CORS, a preflight
# OPTIONS https://api.example.com/things
curl -i -X OPTIONS https://api.example.com/things -H 'Origin: https://www.example.com' -H 'Access-Control-Request-Method: PUT'

### Elasticsearch, a count whose user stands in the address
# GET http://localhost:9200/_count
curl -XGET "http://$ES_USER:$ES_PASSWORD@localhost:9200/_count" -H 'Content-Type: application/json' --data-raw '{"query":{"match_all":{}}}'
